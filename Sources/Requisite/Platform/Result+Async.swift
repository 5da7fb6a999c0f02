extension Result {
  /// The value that `work` returns, or the error that it throws.
  package init(catching work: () async throws(Failure) -> Success) async {
    do { self = .success(try await work()) } catch { self = .failure(error) }
  }
}
