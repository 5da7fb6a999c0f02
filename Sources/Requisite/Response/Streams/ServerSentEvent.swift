/// An event sent by a server (WHATWG HTML standard, §9.2).
public struct ServerSentEvent: Sendable {
  /// The type of the event: the field `event`, or `message` without that field.
  public let type: String
  /// The data of the event: the values of its `data` fields, joined by line feeds.
  public let data: String
  /// The last `id` that the server sent, with this event or before; empty if it sent none. A client sends it as
  /// `Last-Event-ID` when it reconnects, so that the server resumes after it. An `id` with a control character, which no
  /// header field can contain, is ignored as the standard requires for NUL: the stream resumes after the id before it.
  public let id: String
  /// The time to wait before reconnecting, as the server last set it by `retry`, with this event or before; nil if it
  /// never did.
  public let retry: Duration?

  let origin: Origin?

  /// The head of the event's response, and the decoder of its data.
  struct Origin: Sendable {
    let response: NetworkResponse
    let decoder: any ResponseDecoder
  }

  /// Makes an event, for tests.
  public init(type: String = "message", data: String, id: String = "", retry: Duration? = nil) {
    self.init(type: type, data: data, id: id, retry: retry, origin: nil)
  }

  init(type: String, data: String, id: String, retry: Duration?, origin: Origin?) {
    (self.type, self.data, self.id, self.retry, self.origin) = (type, data, id, retry, origin)
  }
}

extension ServerSentEvent {
  /// Decodes a value from ``data``.
  ///
  /// ```swift
  /// struct Watch: Request {
  ///   typealias ReturnType = ServerSentEvents
  ///   let path = "/watch"
  /// }
  /// for try await event in client.events(of: Watch())
  /// where event.type == "added" {
  ///   print(try event.decoded(as: Todo.self).title)
  /// }
  /// ```
  /// - Parameter decoder: The decoder of the data; by default the request's or else the client's, and a `JSONCoding`
  ///   with standard settings for an event that you made.
  /// - Throws: ``NetworkRequestError/decodingError(_:)``, whose response has the event's data as its own;
  ///   ``NetworkRequestError/unknownError(_:)`` for an event that you made, which belongs to no response.
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

extension ServerSentEvent: Hashable, CustomStringConvertible, CustomReflectable {
  /// What `dump` shows: no content, which may contain secrets.
  public var customMirror: Mirror { Mirror(self, children: ["event": description]) }

  /// True if type, data, id and retry are equal.
  public static func == (left: ServerSentEvent, right: ServerSentEvent) -> Bool {
    left.type == right.type && left.data == right.data && left.id == right.id && left.retry == right.retry
  }

  /// Hashes type, data, id and retry.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(type)
    hasher.combine(data)
    hasher.combine(id)
    hasher.combine(retry)
  }

  /// Type, id and the size of the data, which is not printed because it may hold secrets.
  public var description: String {
    OneLine.printable("\(type)\(id.isEmpty ? "" : " \(id)"): \(data.utf8.count) bytes")
  }
}
