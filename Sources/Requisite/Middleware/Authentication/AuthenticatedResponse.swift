/// A response as an ``Authenticator`` sees it: everything but its body, which is the caller's.
public struct AuthenticatedResponse: Sendable {
  /// The request as it came, without a credential of the authenticator's.
  public let request: TransportRequest
  /// The request as it was sent.
  public let sent: TransportRequest
  /// The status of the response.
  public let status: Int
  /// The header fields of the response.
  public let headers: HTTPHeaders
  /// How often the request was sent by now, counted from 1.
  public let number: Int

  /// Makes a response, as for the test of an authenticator of your own.
  public init(
    to request: TransportRequest, sent: TransportRequest, status: Int, headers: HTTPHeaders = HTTPHeaders(),
    number: Int = 1
  ) {
    self.request = request
    self.sent = sent
    self.status = status
    self.headers = headers
    self.number = number
  }

  /// Whether the server rejected a credential of the authenticator's, or asks for one: a 401 to a request that came
  /// without a credential of its own.
  public var isRejection: Bool { status == 401 && !request.headers.contains(.authorization) }
}
