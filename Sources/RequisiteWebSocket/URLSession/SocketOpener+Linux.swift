#if (os(Linux) || os(Android)) && !REQUISITE_STAND_INS
  import Requisite

  extension SocketOpener {
    /// The transport that opens sockets.
    static let openers = "CurlTransport"

    /// Returns nil: the URLSession of Linux has no WebSockets with the libcurl of most systems.
    static func sessionSocket(
      for request: TransportRequest, on terminal: any Sendable
    ) async throws(NetworkRequestError) -> (any SocketDriver, TransportResponse)? { nil }
  }
#endif
