/// How well a server is today: a good one answers at once and never fails.
actor ServerMood {
  private let isFlaky: Bool
  private let delay: Duration
  private var failed: Set<String> = []

  /// - Parameters:
  ///   - isFlaky: True if a request fails the first time, and succeeds when it is repeated.
  ///   - delay: The wait before each response.
  init(isFlaky: Bool = false, delay: Duration = .zero) {
    (self.isFlaky, self.delay) = (isFlaky, delay)
  }

  /// Waits, and returns the response to a request that fails; nil for one that is to be answered.
  func refusal(of request: String) async throws -> ServerResponse? {
    if delay > .zero { try await Task.sleep(for: delay) }
    guard isFlaky, failed.remove(request) == nil else { return nil }
    failed.insert(request)
    return .problem(503, "Service Unavailable", detail: "This server is flaky: the next attempt succeeds")
  }
}
