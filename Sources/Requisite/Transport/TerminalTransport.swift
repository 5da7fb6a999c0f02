/// A transport at the end of a stack, which speaks to servers itself.
///
/// It makes exchanges: one request out, one response in, and a redirect is a response like any other. Following
/// redirects is the same for all of them and belongs to the library: ``Transport/send(_:)`` comes with the
/// conformance, so no stack can forget it, and it is always innermost, where every header that an outer layer
/// added is seen before it goes to another origin.
public protocol TerminalTransport: Transport {
  /// Sends the request and returns the response. Follows no redirect, asks no user, keeps no cookie.
  func exchange(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse
}
