// Concerns: libcurl up to 8.21.
// Seen: libcurl repeats a request whose kept connection was closed without a response. It counts that in the easy handle and not for
//   each transfer, and gives up at the sixth time: “Connection died, tried 5 times before giving up”.
// Known: the comment in `Curl_pretransfer` of later versions.
// Here: a handle that may have repeated a request makes no other transfer. Before 7.80, which does not report repeats, that is
//   each one that has made a connection, as every repeat does.
// Shown by: CurlHandleReuseTests (repeats).
// Can go: when no libcurl before 8.22 is supported.

extension CurlTransfer {
  /// Whether libcurl may have repeated the request on its handle.
  func mayBeRepeated(_ connections: Int) -> Bool {
    CurlLibrary.usable?.hasPrerequest == false ? connections > 0 : attempts > 1
  }
}
