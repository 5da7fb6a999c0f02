#if os(Linux)
  /// The state of a connection's TLS and HTTP/2 session, as far as libcurl's log shows it.
  ///
  /// libcurl up to 7.88 reports the same end for a complete response and for a session that libcurl itself ended
  /// because of a connection error (RFC 9113 §5.4.1). But libcurl ends a session by sending GOAWAY, and reads nothing
  /// after that. So the last TLS record on the connection was sent by the client, and is long enough for GOAWAY.
  struct CurlSession {
    /// The server has sent GOAWAY (RFC 9113 §6.8): it takes no new streams, and libcurl closes the connection after the
    /// last.
    var saidGoAway = false
    /// The server has sent close_notify, the TLS alert that nothing follows.
    var saidCloseNotify = false
    /// The handle that sent the last record, if the record can only be GOAWAY; nil if it cannot, or if the server sent it.
    private(set) var endedBy: ObjectIdentifier?
    /// Whether the last record was sent by the client and can be GOAWAY, or a short piece of a body.
    private(set) var mayHaveEnded = false
    /// Whether the GOAWAY followed at least half of a full frame that libcurl handed to no transfer, and has no text:
    /// nghttp2 gives no reason if it cannot decode a header section.
    private var endsSection = false
    /// The bytes of the records received since libcurl last handed bytes to a transfer.
    private var undelivered = 0
    /// Whether libcurl has handed all bytes to transfers but those of the last record, which can only be RST_STREAM or
    /// WINDOW_UPDATE. For a request without a body, a server sends neither after the end of the response.
    private(set) var mayHaveReset = false

    /// Records that a TLS record was received. The length is that of its encrypted content.
    mutating func noteReceived(_ length: Int) {
      mayHaveReset = undelivered == 0 && Self.resets.contains(length)
      undelivered += length
      noteProgress()
    }

    /// Records that libcurl has handed the received bytes to a transfer.
    mutating func noteDelivery() { (undelivered, mayHaveReset) = (0, false) }

    /// Records that a handle sent a TLS record.
    ///
    /// - Parameter isSendingBody: True if the handle has not sent all of its request's body, so that the record can be a
    ///   part of it.
    mutating func noteSent(
      _ length: Int, by handle: ObjectIdentifier, isSendingBody: @autoclosure () -> Bool
    ) {
      mayHaveEnded = Self.goAways.contains(length) && !Self.acknowledgements.contains(length)
      endedBy = mayHaveEnded && !isSendingBody() ? handle : nil
      endsSection = Self.bareGoAways.contains(length) && undelivered >= 8_192
    }

    /// Records that the session continues.
    mutating func noteProgress() { (endedBy, mayHaveEnded, endsSection) = (nil, false, false) }

    /// Whether the session failed because libcurl could not decode a header section, most likely a field of it that is
    /// longer than 64 KiB.
    var refusedSection: Bool { endedBy != nil && endsSection }

    /// The lengths of GOAWAY without a text: 17 bytes (RFC 9113 §6.8), to which TLS 1.3 adds 17, the tag and the type of
    /// the content, and TLS 1.2 adds 24.
    private static let bareGoAways: Set = [34, 41]
    /// The lengths of RST_STREAM, of 13 bytes (RFC 9113 §6.4). TLS 1.2 with ChaCha20 adds 16 (RFC 7905 §2).
    private static let resets: Set = [29, 30, 37]
    /// The lengths of GOAWAY, whose text has at most a line.
    private static let goAways = 34...300
    /// The other records that libcurl sends while a response comes: SETTINGS with 9 bytes, WINDOW_UPDATE with 13, one
    /// of each, or two of either. TLS 1.2 adds 24, the tag and a nonce (RFC 5288 §3), and TLS 1.3 adds 17. Lengths
    /// below those of GOAWAY are left out.
    private static let acknowledgements: Set = [35, 37, 39, 42, 43, 46, 50]
  }

  extension CurlConnections {
    /// Whether the session failed, although libcurl reports the transfer of `handle` as complete.
    ///
    /// libcurl closes the connection of a failed session after the last transfer. Before that, the transfer that read
    /// the error is the one that sent GOAWAY. libcurl also closes a connection after a GOAWAY of the server: there,
    /// only a GOAWAY that libcurl itself sent counts as a failure.
    func isBroken(_ id: ID, for handle: ObjectIdentifier) -> Bool {
      guard let session = session(of: id) else { return false }
      if isOpen(id) { return session.endedBy == handle }
      return session.mayHaveEnded || !session.saidGoAway
    }
  }
#endif
