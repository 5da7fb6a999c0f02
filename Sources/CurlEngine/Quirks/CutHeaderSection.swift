// Concerns: seen with libcurl 7.88; no version is known to be without it.
// Seen: a connection that is closed within the header section is reported as the end of a response without a body.
// Known: no issue of curl was found.
// Here: a response whose header section has no end is a problem.
// Shown by: ServerFaultTests (ServerFault+Endings).
// Can go: when libcurl reports it.

extension CurlTransfer {
  /// The problem of a response that ended within its header section.
  var cutHead: CurlProblem? {
    guard !head.isComplete else { return nil }
    return .library(code: .gotNothing, detail: "the connection was closed within the header section")
  }
}
