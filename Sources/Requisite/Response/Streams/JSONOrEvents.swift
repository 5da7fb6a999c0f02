/// The values of a response that is either one JSON document or a stream of events, as its `Content-Type` says, for one
/// reader and one pass.
///
/// Servers that answer one `POST` in either form are those of the Model Context Protocol, and chat services whose `stream`
/// is a part of the request:
///
/// ```swift
/// struct Call: Request {
///   typealias ReturnType = JSONOrEvents<JSONValue>
///   let path = "/mcp"
///   let method = HTTPMethod.post
///   let body: JSONValue
/// }
/// let call = Call(body: ["jsonrpc": "2.0", "id": 1, "method": "ping"])
/// for try await message in try await client.dispatch(call) {
///   print(message)
/// }
/// ```
/// With `text/event-stream`, each event's data is decoded as a value, whatever the event's type; an event without data, which
/// some servers send for its id alone, is skipped. With any other type that the request accepts, or without a type, the
/// body is read to its end, up to ``RequestOptions/maximumBodySize``, and decoded as one value. A response without a body, such as
/// 202 or 204, has no values. ``events`` has the events with their ids and types instead.
///
/// The events are those of one connection, and no incomplete event counts, as for ``ServerSentEvents``. The reader sets the
/// pace. If the reading task is cancelled, the next read throws ``NetworkRequestError/cancelled(_:)``. Dropping the values, or
/// leaving their loop, ends the transfer.
public struct JSONOrEvents<Value: Decodable & Sendable>: AsyncSequence, Sendable {
  /// The type of the document, or of the data of each event.
  public typealias Element = Value

  /// The events, for their ids and types; nil if the response is one document. The values come from the same pass: read one
  /// or the other.
  public let events: ServerSentEvents?

  private let document: ByteStream
  private let response: NetworkResponse
  private let decoder: any ResponseDecoder
  private var lastData: String?

  /// A copy whose values end before the first event with exactly this data, such as `[DONE]`, and the transfer with them.
  ///
  /// By default they end with the connection.
  public func ending(at data: String) -> JSONOrEvents {
    var copy = self
    copy.lastData = data
    return copy
  }

  /// Starts reading. There is one pass.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(values: self, iterator: events?.makeAsyncIterator())
  }

  /// One pass over the values.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate var values: JSONOrEvents?
    fileprivate var iterator: ServerSentEvents.AsyncIterator?

    /// Returns the next value; nil after the last one.
    ///
    /// - Throws: ``NetworkRequestError/decodingError(_:)``, whose response has the document or the event's data;
    ///   ``NetworkRequestError/bodyTooLarge(_:request:)`` for a document; what ``ServerSentEvents/AsyncIterator/next()`` throws.
    public mutating func next() async throws(NetworkRequestError) -> Value? {
      try await next(isolation: nil)
    }

    /// Returns the next value; nil after the last one. `for try await` calls this function.
    ///
    /// - Throws: What ``next()`` throws.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(NetworkRequestError) -> Value? {
      guard let values else { return nil }
      guard iterator != nil else {
        self.values = nil
        return try await values.wholeDocument()
      }
      while let event = try await iterator?.next(isolation: actor), event.data != values.lastData {
        if !event.data.isEmpty { return try event.decoded(as: Value.self) }
      }
      (self.values, iterator) = (nil, nil)
      values.document.discard()
      return nil
    }
  }

  private func wholeDocument() async throws(NetworkRequestError) -> Value? {
    let data: Data
    do throws(NetworkRequestError) {
      data = try await document.collected(upTo: response.request.options.maximumBodySize)
    } catch {
      throw error.labelled(for: response.request)
    }
    guard !data.allSatisfy(ASCII.isSpace) else { return nil }
    return try response.replacing(body: .data(data)).decoded(using: decoder)
  }
}

extension JSONOrEvents: ResponseConvertible {
  /// Streamed; `Accept` names `application/json` and `text/event-stream`.
  public static var responseForm: ResponseForm { .streamed(accept: [.json, .eventStream]) }

  /// True: the decoder of the document and of each event starts at the key path.
  public static var readsKeyPath: Bool { true }

  /// Takes the body without reading it; iteration reads and decodes it.
  public init(response: NetworkResponse, decoder: any ResponseDecoder) throws(NetworkRequestError) {
    let isEvents = response.contentType.map(MediaType.eventStream.parametersAside) ?? false
    document = ByteStream(response: response, decoder: decoder)
    events = isEvents ? try ServerSentEvents(response: response, decoder: decoder) : nil
    self.response = response.replacing(body: .data(Data()))
    self.decoder = decoder
  }
}
