/// The features that no test shows yet, each with the reason. A feature that is claimed by a test must leave this list.
enum NotYet {
  static let reasons: [String: String] = [
    "A38": "OAuth waits for the authentication decorator",
    "C8": "the authentication decorator",
    "C11": "the delaying decorator",
    "C18": "the timeline of a call",
  ]
}
