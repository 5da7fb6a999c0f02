import Foundation

/// One request, reduced to what the answer depends on.
struct Call: Sendable {
  var method: String
  var path: String
  var query: String
  /// Scheme and authority as the client knows them, for the links in an answer.
  var origin: String
  var mediaType: String?
  /// The last event that a client which comes back has received.
  var lastEventID: String? = nil
  /// What the client takes, as it says.
  var accept: String? = nil
  var body: Data

  /// True when the client accepts lines of JSON. json-server has no such format; here it serves to try streams.
  var wantsLines: Bool { accept?.contains(ServerResponse.linesMediaType) ?? false }
}
