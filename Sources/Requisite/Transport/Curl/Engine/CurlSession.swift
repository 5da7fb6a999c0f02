#if os(Linux)
  /// The state of a connection's TLS and HTTP/2 session, as far as libcurl's log shows it.
  ///
  /// libcurl up to 7.88 reports the same end for a response that is complete and for a session that libcurl ended itself, because
  /// of a connection error (RFC 9113 §5.4.1). But libcurl ends a session by sending GOAWAY, and reads nothing after that. So the
  /// last record of TLS on the connection was sent by the client, and is long enough for GOAWAY.
  struct CurlSession {
    /// The server takes no new streams (RFC 9113 §6.8), after which libcurl closes the connection with the last one.
    var saidGoAway = false
    /// The server has said by TLS that nothing follows.
    var saidCloseNotify = false
    /// The handle that sent the last record, if the record can be GOAWAY; nil if it cannot, or if the server sent it.
    private(set) var endedBy: ObjectIdentifier?
    /// The bytes of records that came since the last bytes were handed to a transfer.
    var undelivered = 0

    /// A record came. The length is that of its encrypted content.
    mutating func noteReceived(_ length: Int) {
      undelivered += length
      endedBy = nil
    }

    /// A record was sent by a handle; nil for one that sends a body, whose records can be its body.
    mutating func noteSent(_ length: Int, by handle: ObjectIdentifier?) {
      endedBy = length < Self.shortestGoAway || Self.acknowledgements.contains(length) ? nil : handle
    }

    /// The session was seen to go on.
    mutating func noteProgress() { endedBy = nil }

    /// Whether the session failed over a frame or more that libcurl handed to no transfer.
    var refusedSection: Bool { endedBy != nil && undelivered >= 16_384 }

    /// GOAWAY without a text has 17 bytes (RFC 9113 §6.8), to which TLS 1.3 adds 17: the tag, and the type of the content.
    private static let shortestGoAway = 34
    /// The other records that libcurl sends while a response comes: one or two of SETTINGS with 9 bytes and WINDOW_UPDATE with 13,
    /// to which TLS 1.2 adds 24, the tag and a nonce (RFC 5288 §3), and TLS 1.3 adds 17.
    private static let acknowledgements: Set = [33, 37, 46, 50, 39, 43]
  }

  extension CurlConnections {
    /// Whether the session failed, although libcurl reports the transfer of `handle` as complete.
    ///
    /// libcurl closes the connection of a failed session after the last transfer. Before that, the transfer that read the error
    /// is the sender of GOAWAY. libcurl also closes a connection whose server has sent GOAWAY: there, only its own one counts.
    func isBroken(_ id: ID, for handle: ObjectIdentifier) -> Bool {
      guard let session = session(of: id) else { return false }
      if isOpen(id) { return session.endedBy == handle }
      return !session.saidGoAway || session.endedBy != nil
    }
  }
#endif
