/// The features that no test shows yet, each with the reason. A feature that is claimed by a test must leave this list.
enum NotYet {
  static let reasons: [String: String] = [
    "F43": "the recommended stack was measured at 1.32, 1.49 and 1.53 of the bare transport's CPU"
  ]
}
