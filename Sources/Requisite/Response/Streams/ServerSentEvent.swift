/// An event that a server has sent (WHATWG HTML standard, §9.2).
public struct ServerSentEvent: Sendable {
  /// The type of the event: the field `event`, or `message` without that field.
  public let type: String
  /// The data of the event: its `data` fields, one a line.
  public let data: String
  /// The last `id` that the server has given, with this event or before; empty where it gave none. Sent back as
  /// `Last-Event-ID`, it tells the server where to resume.
  public let id: String
  /// How long to wait before connecting again, where the server has said so (`retry`) with this event or before.
  public let retry: Duration?

  let origin: Origin?

  /// What came before the event: the head of its response, and what decodes its data.
  struct Origin: Sendable {
    let response: NetworkResponse
    let decoder: any ResponseDecoder
  }

  /// Makes an event, as for a test.
  public init(type: String = "message", data: String, id: String = "", retry: Duration? = nil) {
    self.init(type: type, data: data, id: id, retry: retry, origin: nil)
  }

  init(type: String, data: String, id: String, retry: Duration?, origin: Origin?) {
    (self.type, self.data, self.id, self.retry, self.origin) = (type, data, id, retry, origin)
  }
}

extension ServerSentEvent {
  /// A value decoded from ``data``.
  ///
  /// ```swift
  /// struct Watch: Request {
  ///   typealias ReturnType = ServerSentEvents
  ///   let path = "/watch"
  /// }
  /// for try await event in client.events(of: Watch()) where event.type == "added" {
  ///   print(try event.decoded(as: Todo.self).title)
  /// }
  /// ```
  /// - Parameter decoder: What reads the data: the request's decoder or the client's by default, and plain JSON for an
  ///   event that you made.
  /// - Throws: ``NetworkRequestError/decodingError(_:)``, whose response has the data of the event as its own;
  ///   ``NetworkRequestError/unknownError(_:)`` for an event that you made, and so came with no response.
  public func decoded<Value: Decodable>(
    as type: Value.Type = Value.self, using decoder: (any ResponseDecoder)? = nil
  ) throws(NetworkRequestError) -> Value {
    let decoder = decoder ?? origin?.decoder ?? JSONCoding()
    do {
      if let json = decoder as? JSONCoding { return try json.decode(type, from: data) }
      return try decoder.decode(type, from: Data(data.utf8))
    } catch {
      guard let origin else { throw .unknownError(UnknownFailure(error)) }
      let response = origin.response.replacing(body: .data(Data(data.utf8)))
      throw .decodingError(DecodingFailure(.decoder(error), type: type, response: response))
    }
  }
}

extension ServerSentEvent: Hashable, CustomStringConvertible {
  /// Whether both say the same.
  public static func == (left: ServerSentEvent, right: ServerSentEvent) -> Bool {
    left.type == right.type && left.data == right.data && left.id == right.id && left.retry == right.retry
  }

  /// Hashes what the event says.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(type)
    hasher.combine(data)
    hasher.combine(id)
    hasher.combine(retry)
  }

  /// Type, id and the size of the data; the data may hold secrets.
  public var description: String {
    "\(type)\(id.isEmpty ? "" : " \(id)"): \(data.utf8.count) bytes"
  }
}
