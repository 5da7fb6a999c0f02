/// A request for which a ``StubTransport`` has no answer; carried by `NetworkRequestError.unknownError`.
public struct UnmatchedRequest: LocalizedError, CustomStringConvertible, Sendable {
  /// The request that no stub answers.
  public let request: RecordedRequest
  /// The stub that comes nearest, and the difference from the request; nil where there are no stubs.
  public let nearest: String?

  /// The request, the nearest stub and the differences.
  public var description: String {
    guard let nearest else { return "no stub answers \(request.request): there are none" }
    return "no stub answers \(request.request); the nearest is \(nearest)"
  }

  /// The same as ``description``.
  public var errorDescription: String? { description }
}
