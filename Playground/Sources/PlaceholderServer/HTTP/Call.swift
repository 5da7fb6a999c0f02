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

  /// Whether the client names lines of JSON among what it takes. json-server knows of no such thing: it is there to try
  /// streams on.
  var wantsLines: Bool { accept?.contains(ServerResponse.linesMediaType) ?? false }
}
