// Concerns: seen with libcurl 7.88; no version is known to be without it.
// Seen: a connection that is closed within the header section is reported as the end of a response without a body.
// Known: no issue of curl was found.
//   8.23 also gives the connection to the next request before it reports that.
// Here: a response whose header section has no end is a problem, and an HTTP/1.1 connection of such a response gets no further
//   request (``CurlConnection/state(hasTLSBytes:)``).
// Shown by: ServerFaultTests (ServerFault+Endings), CurlTLSTests (cutHeads).
// Can go: when libcurl reports it.

extension CurlTransfer {
  /// The problem of a response that ended within its header section.
  var truncatedHead: CurlProblem? {
    guard !head.isComplete else { return nil }
    return .library(code: .gotNothing, detail: "the connection was closed within the header section")
  }
}
