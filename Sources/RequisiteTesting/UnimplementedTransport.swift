/// A transport that fails each call: the value of a dependency that a test or a preview has not injected.
///
/// ```swift
/// extension TodoService {
///   static let unimplemented = TodoService(
///     client: APIClient(baseURL: "https://unimplemented.invalid", transport: UnimplementedTransport("TodoService")))
/// }
/// ```
/// The error, a `NetworkRequestError.unknownError` with an ``UnimplementedCall``, names the request, the dependency and where
/// it was declared.
public struct UnimplementedTransport: TerminalTransport {
  private let name: String
  private let place: String

  /// Makes a transport for a dependency of that name.
  public init(_ name: String = "the dependency", fileID: String = #fileID, line: Int = #line) {
    self.name = name
    place = "\(fileID):\(line)"
  }

  /// Fails each call with an ``UnimplementedCall``; nothing is sent.
  public func exchange(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    throw .unknownError(UnknownFailure(UnimplementedCall(request: request, name: name, place: place)))
  }
}

/// A call of something that was not injected.
public struct UnimplementedCall: LocalizedError, CustomStringConvertible, Sendable {
  /// The request that was made.
  public let request: TransportRequest
  let name: String
  let place: String

  /// The request, the dependency and where it was declared.
  public var description: String {
    "\(request) was called, and no transport was injected into \(name) (unimplemented at \(place))"
  }

  /// The same as ``description``.
  public var errorDescription: String? { description }
}
