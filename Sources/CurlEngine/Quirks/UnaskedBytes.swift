import CRequisiteCurl

// Concerns: libcurl up to 7.88; versions 8 as well within a second, because they look at an idle connection once a second.
// Seen: libcurl reuses an idle connection although the server has sent bytes on it, or has closed it. The next request gets
//   these bytes as its response.
// Known: curl issue 5884 and pull request 10690.
// Here: a connection is looked at before a request is sent on it. libcurl does not say which descriptor it reuses
//   (CURLINFO_ACTIVESOCKET is -1 up to 7.88), so ``CurlConnections`` finds the connection by its two addresses.
// Shown by: CurlIdleConnectionTests and CurlRepeatTests.
// Can go: when libcurl looks each time.

extension CurlConnection {
  /// The state of the connection that libcurl has chosen for a request.
  enum State {
    /// No reason against using it is known.
    case usable
    /// The server has closed its end. Reported for a connection that is in use, was never used, or speaks HTTP/2.
    case hungUp
    /// An idle HTTP/1.1 connection on which bytes or the end of the stream arrived before any request.
    case spoiled
  }

  /// Returns the state of the connection for the next request.
  ///
  /// Calls `hasTLSBytes` only for an HTTP/1.1 connection that was used before and is idle now.
  func state(hasTLSBytes: () -> Bool) -> State {
    // HTTP/2 sends at any time (RFC 9113 §6.5, §6.7), and so does TLS before the first request (RFC 8446 §4.6.1).
    if let user, isHTTP2 == false, !user.head.isComplete { return .spoiled }
    guard users == 0, isUsed, isHTTP2 != true else {
      return rq_is_hung_up(descriptor) != 0 ? .hungUp : .usable
    }
    return rq_is_readable(descriptor) != 0 || hasTLSBytes() ? .spoiled : .usable
  }
}

extension CurlConnections {
  /// Ends the idle HTTP/1.1 connections on which something waits to be read, so that libcurl finds them closed.
  ///
  /// Needed where libcurl does not say which connection a request gets: before 7.80, and for Unix domain sockets, which
  /// have no port.
  func endSpoiled(isIdle: (Int32) -> Bool) {
    for case let connection? in byDescriptor where connection.users == 0 && connection.isHTTP2 != true {
      let descriptor = connection.descriptor
      if isIdle(descriptor), rq_is_readable(descriptor) != 0 { rq_end_connection(descriptor) }
    }
  }
}

extension CurlLoop {
  /// Ends the idle connections on which the server has sent bytes, if libcurl does not say which connection a request
  /// gets. Skipped while a transfer is paused in receiving, whose connection would look idle.
  func endSpoiledConnections() {
    guard !options.library.hasPrerequest || options.settings.unixSocket != nil else { return }
    guard !transfers.contains(where: \.isReceivePaused) else { return }
    poller.connections.endSpoiled(isIdle: poller.isIdle)
  }
}
