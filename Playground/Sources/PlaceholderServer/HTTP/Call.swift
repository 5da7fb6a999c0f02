import Foundation

/// One request, reduced to what the answer depends on.
struct Call: Sendable {
  var method: String
  var path: String
  var query: String
  /// Scheme and authority as the client knows them, for the links in an answer.
  var origin: String
  var mediaType: String?
  var body: Data
}
