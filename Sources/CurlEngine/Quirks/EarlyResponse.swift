import CRequisiteCurl

// Concerns: seen with libcurl 7.88; no version is known to be without it.
// Seen: a server answers before it has read the request's body, and closes the connection or resets the stream (RFC 9112 §9.3,
//   RFC 9113 §8.1). libcurl writes without looking for something to read, writing fails, and the response is lost.
// Known: curl issues 986, 15316 and 22984, over HTTP/2.
// Here: libcurl is given no more of the body while there is something to be read, the loop makes it read each time that it may
//   write (``CurlLoop/run()``), and a failure after a whole response is ignored (``CurlTransfer/isAnswered``).
// Shown by: CurlEarlyResponseTests, CurlCauseTests and CurlNginxTests.
// Can go: when libcurl looks for a response before it writes.

extension CurlTransfer {
  /// Whether something has arrived on the connection that libcurl has not read yet, if it is HTTP/1.1 for sure: perhaps the
  /// response. If the server has closed the connection after it, libcurl must not write before it has read. After a response,
  /// libcurl reads no more.
  var hasBytesToRead: Bool {
    guard !head.isComplete, let handle, let connection = handle.connection, isHTTP1(connection),
      handle.poller?.awaitsBytes(on: connection.descriptor) == true
    else { return false }
    return rq_is_readable(connection.descriptor) != 0
  }

  /// Whether the connection is HTTP/1.1 for sure.
  func isHTTP1(_ connection: CurlConnection?) -> Bool {
    !request.mayBeHTTP2 || connection?.isHTTP2 == false
  }
}
