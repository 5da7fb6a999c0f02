/// The limits of a server, so that no client can exhaust its memory.
struct Limits: Sendable {
  var bodyBytes = 64 << 10
  var attachmentBytes = 32 << 20
  var watchersPerResource = 100
  var recordsPerResource = 10_000
  var membersPerRecord = 1_000
}
