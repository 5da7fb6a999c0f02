/// The limits of one server, so that no client can fill the memory of its process.
struct Limits: Sendable {
  var bodyBytes = 64 << 10
  var attachmentBytes = 32 << 20
  var watchersPerResource = 100
  var recordsPerResource = 10_000
  var membersPerRecord = 1_000
}
