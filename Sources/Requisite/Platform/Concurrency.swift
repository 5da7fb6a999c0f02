extension Result {
  /// The value that `work` returns, or the error that it throws.
  package init(catching work: () async throws(Failure) -> Success) async {
    do { self = .success(try await work()) } catch { self = .failure(error) }
  }
}

#if compiler(>=6.2) && !REQUISITE_OLDER_TOOLCHAIN
  extension Task where Failure == Never {
    /// A task whose work is under way when this returns: it runs in the caller's place up to where it first has to wait
    /// (SE-0472). Where the system cannot do that, it begins as any task does.
    static func startedInPlace(_ work: @escaping @Sendable () async -> Success) -> Task<Success, Never> {
      guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else {
        return Task(operation: work)
      }
      return Task.immediate(operation: work)
    }
  }
#else
  extension Task where Failure == Never {
    /// A task that begins as any task does.
    static func startedInPlace(_ work: @escaping @Sendable () async -> Success) -> Task<Success, Never> {
      Task(operation: work)
    }
  }
#endif
