import CRequisiteCurl

// Concerns: libcurl up to 7.88; versions 8 as well within a second, because they look at an idle connection once a second.
// Seen: libcurl reuses an idle connection although the server has sent bytes on it, or has closed it. The next request gets
//   these bytes as its response.
// Known: curl issue 5884 and pull request 10690.
// Here: the state of a connection is checked before a request is sent on it (``CurlConnection/state(hasTLSBytes:)``). libcurl
//   does not say which descriptor it reuses (CURLINFO_ACTIVESOCKET is -1 up to 7.88), so ``CurlConnections`` finds the connection
//   by its two addresses.
// Shown by: CurlIdleConnectionTests and CurlRepeatTests.
// Can go: when libcurl looks each time.

extension CurlConnections {
  /// Ends the idle HTTP/1.1 connections on which something waits to be read, so that libcurl finds them closed.
  ///
  /// Needed where libcurl does not say which connection a request gets: before 7.80, and for Unix domain sockets, which
  /// have no port.
  func endStale(isIdle: (Int32) -> Bool) {
    for case let connection? in byDescriptor where connection.users == 0 && connection.isHTTP2 != true {
      let descriptor = connection.descriptor
      if isIdle(descriptor), rq_is_readable(descriptor) != 0 { rq_end_connection(descriptor) }
    }
  }
}

extension CurlLoop {
  /// Ends the idle connections on which the server has sent bytes, if libcurl does not say which connection a request
  /// gets. Skipped while a transfer is paused in receiving, whose connection would look idle.
  func endStaleConnections() {
    guard !options.library.hasPrerequest || options.settings.unixSocket != nil else { return }
    guard !transfers.contains(where: \.isReceivePaused) else { return }
    poller.connections.endStale(isIdle: poller.isIdle)
  }
}
