extension Result {
  /// Returns the value that `work` returns, or the error that it throws.
  ///
  /// A function, because Swift 6.4 has such an initializer (SE-0530), and a second one would be ambiguous.
  @inlinable
  package static func awaiting(_ work: () async throws(Failure) -> Success) async -> Self {
    do { return .success(try await work()) } catch { return .failure(error) }
  }
}

extension Task where Success == Void, Failure == Never {
  /// Returns a task that runs in the caller's place until it first has to wait (SE-0472). On systems without that
  /// feature, it starts as any other task.
  package static func startedInPlace(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else {
      return Task(operation: work)
    }
    return Task.immediate { await work() }
  }
}
