/// A transport that fails each call: the default for a dependency that a test or a preview must inject.
///
/// ```swift
/// extension TodoService {
///   static let unimplemented = TodoService(
///     client: APIClient(
///       baseURL: "https://unimplemented.invalid",
///       transport: UnimplementedTransport("TodoService")))
/// }
/// ```
/// The error is a ``NetworkRequestError/unknownError(_:)`` with an ``UnimplementedTransport/Failure``, which names the request, the
/// dependency and the source location of its declaration.
public struct UnimplementedTransport: TerminalTransport {
  private let name: String
  private let sourceLocation: String

  /// Makes a transport for a dependency. The name and the source location of this call are part of the error.
  public init(_ name: String = "the dependency", fileID: String = #fileID, line: Int = #line) {
    self.name = name
    sourceLocation = "\(fileID):\(line)"
  }

  /// Fails each call with an ``UnimplementedTransport/Failure``; nothing is sent.
  public func exchange(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    throw .unknownError(
      NetworkRequestError.UnknownFailure(
        Failure(request: request, name: name, sourceLocation: sourceLocation)))
  }

  /// The error of a call whose dependency was not injected.
  public struct Failure: LocalizedError, CustomStringConvertible, Sendable {
    /// The request that was to be sent.
    public let request: TransportRequest
    let name: String
    let sourceLocation: String

    /// The request, the dependency and the source location of its declaration.
    public var description: String {
      "\(request) was called, and no transport was injected into \(name) (unimplemented at \(sourceLocation))"
    }

    /// The text of ``description``, for `localizedDescription`.
    public var errorDescription: String? { description }
  }
}
