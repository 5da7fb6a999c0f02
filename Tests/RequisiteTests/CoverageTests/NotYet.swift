/// The features that no test shows yet, each with the reason. A feature that is claimed by a test must leave this list.
enum NotYet {
  static let reasons: [String: String] = [
    "F19": "a request body cannot be compressed by choice",
    "F26": "the Linux build needs FoundationNetworking",
  ]
}
