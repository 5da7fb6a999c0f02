import Foundation

/// The parts of a request on which the response depends.
struct Call: Sendable {
  var method: String
  var path: String
  var query: String
  /// Scheme and authority as the client knows them, for the links in a response.
  var origin: String
  var mediaType: String?
  /// The last event that a reconnecting client has received.
  var lastEventID: String? = nil
  /// The value of `Accept`.
  var accept: String? = nil
  var body: Data

  /// True if the client accepts lines of JSON. json-server has no such format; this server has it to demonstrate
  /// streams.
  var wantsLines: Bool { accept?.contains(ServerResponse.linesMediaType) ?? false }
}
