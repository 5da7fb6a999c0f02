/// The features that no test shows yet, each with the reason. A feature that is claimed by a test must leave this list.
enum NotYet {
  static let reasons: [String: String] = [
    "F36": "the cost of the recommended stack is not held by a check yet",
    "F40": "the checks with Swift 6.2 and for 32 bits have not run in CI yet",
    "F43": "the cost of a stack whose equal calls need no task of their own is not measured yet",
  ]
}
