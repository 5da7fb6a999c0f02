/// The features that no test shows yet, each with the reason. A feature that is claimed by a test must leave this list.
enum NotYet {
  static let reasons: [String: String] = [:]
}
