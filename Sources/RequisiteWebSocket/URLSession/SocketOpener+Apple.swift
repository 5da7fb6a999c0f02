#if !canImport(FoundationNetworking) || REQUISITE_STAND_INS
  import Requisite

  extension SocketOpener {
    /// The transport that opens sockets.
    static let openers = "URLSessionTransport"

    /// Opens a socket by a task of the session; returns nil if the terminal has no session.
    static func sessionSocket(
      for request: TransportRequest, on terminal: any Sendable
    ) async throws(NetworkRequestError) -> (any SocketDriver, TransportResponse)? {
      let transport =
        terminal as? URLSessionTransport ?? (terminal as? URLSession).map(URLSessionTransport.init)
      guard let transport else { return nil }
      let socket = SessionSocket(request)
      return (socket, try await socket.open(on: transport))
    }
  }
#endif
