/// The features that no test shows yet, each with the reason. A feature that is claimed by a test must leave this list.
enum NotYet {
  static let reasons: [String: String] = [
    "F40": "the checks with Swift 6.2 and for 32 bits have not run in CI yet",
    "F43": "the recommended stack was measured at 1.32, 1.49 and 1.53 of the bare transport's CPU",
  ]
}
