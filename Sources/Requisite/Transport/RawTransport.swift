/// A terminal transport that makes connections whose bytes their user reads and writes.
package protocol RawTransport: TerminalTransport {
  /// Begins to make a connection to the server of a request. The user learns how that ended.
  func connect(
    for request: TransportRequest, _ user: any RawConnectionUser<NetworkRequestError>
  ) throws(NetworkRequestError) -> any RawConnection
}
