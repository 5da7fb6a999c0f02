/// The features that no test shows yet, each with the reason. A feature that is claimed by a test must leave this list.
enum NotYet {
  static let reasons: [String: String] = [
    "F3": "the test that shows it does not carry its ID yet",
    "F7": "the test that shows it does not carry its ID yet",
    "F9": "the test that shows it does not carry its ID yet",
    "F10": "the test that shows it does not carry its ID yet",
    "F19": "the test that shows it does not carry its ID yet",
    "F22": "the test that shows it does not carry its ID yet",
    "F26": "the test that shows it does not carry its ID yet",
    "F27": "the test that shows it does not carry its ID yet",
    "F30": "the test that shows it does not carry its ID yet",
  ]
}
