import Requisite

/// The messages of one WebSocket in both directions: recorded by a ``WebSocketRecorder``, kept as JSON, and replayed by a
/// ``StubWebSocket``.
///
/// ```swift
/// struct Talk: Request {
///   typealias ReturnType = WebSocket<String, String>
///   let path = "/talk"
/// }
/// func record(_ client: APIClient) async throws -> Data {
///   let recorder = WebSocketRecorder()
///   let socket = try await client.with(\.webSocketRecorder, recorder).dispatch(Talk())
///   try await socket.send("hello")
///   var messages = socket.makeAsyncIterator()
///   _ = try await messages.next()
///   return try JSONEncoder().encode(recorder.conversation)   // [{"sent": "hello"}, {"received": "…"}]
/// }
/// func replay(_ data: Data) throws -> APIClient {
///   let conversation = try JSONDecoder().decode(WebSocketConversation.self, from: data)
///   return APIClient(baseURL: "wss://chat.example.com", transport: StubWebSocket(replaying: conversation))
/// }
/// ```
/// Messages are recorded as they are, their secrets included. The handshake, pings and the close frame are not recorded.
public struct WebSocketConversation: Codable, Sendable, Hashable {
  /// A message with its direction. As JSON, an object with one member: `sent` or `received` with text, `sentBytes` or
  /// `receivedBytes` with Base64.
  public enum Entry: Sendable, Hashable {
    /// A message of the client.
    case sent(WebSocketMessage)
    /// A message of the server.
    case received(WebSocketMessage)
  }

  /// The messages, in the order in which the client sent and read them.
  public var entries: [Entry]

  /// Creates a conversation.
  public init(_ entries: [Entry] = []) { self.entries = entries }

  /// Reads an array of entries.
  public init(from decoder: any Decoder) throws { entries = try [Entry](from: decoder) }

  /// Writes an array of entries.
  public func encode(to encoder: any Encoder) throws { try entries.encode(to: encoder) }
}

extension WebSocketConversation.Entry: Codable {
  private enum Key: String, CodingKey, CaseIterable { case sent, received, sentBytes, receivedBytes }

  /// Reads one of the four members.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    guard let key = Key.allCases.first(where: { container.contains($0) }) else {
      let problem = "none of the members sent, received, sentBytes and receivedBytes"
      throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: problem))
    }
    let text = try container.decode(String.self, forKey: key)
    switch key {
    case .sent: self = .sent(.text(text))
    case .received: self = .received(.text(text))
    case .sentBytes: self = .sent(.binary(try Self.bytes(text, container.codingPath + [key])))
    case .receivedBytes: self = .received(.binary(try Self.bytes(text, container.codingPath + [key])))
    }
  }

  private static func bytes(_ text: String, _ path: [any CodingKey]) throws -> Data {
    guard let data = Data(base64Encoded: text) else {
      throw DecodingError.dataCorrupted(.init(codingPath: path, debugDescription: "this is not Base64"))
    }
    return data
  }

  /// Writes one member.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    switch self {
    case .sent(.text(let text)): try container.encode(text, forKey: .sent)
    case .received(.text(let text)): try container.encode(text, forKey: .received)
    case .sent(.binary(let data)): try container.encode(data.base64EncodedString(), forKey: .sentBytes)
    case .received(.binary(let data)):
      try container.encode(data.base64EncodedString(), forKey: .receivedBytes)
    }
  }
}

extension StubWebSocket {
  /// Creates a server that plays its part of a conversation on each socket: sends what was received, and waits for what was
  /// sent. It closes the socket with 1000 after the last message, and with 1008 if the client sends another message than the
  /// recorded one.
  public convenience init(replaying conversation: WebSocketConversation) {
    self.init { peer in
      for (number, entry) in conversation.entries.enumerated() {
        switch entry {
        case .received(let message): peer.send(message)
        case .sent(let expected):
          guard let message = await peer.receive() else { return }
          guard message != expected else { continue }
          return peer.close(.policyViolation, reason: "message \(number + 1) is not the recorded one")
        }
      }
    }
  }
}

/// Records the messages of a WebSocket, as the request option `webSocketRecorder`: one recorder for one socket.
///
/// A message is recorded when it is sent, and when it is read. Without a recorder, nothing is kept.
public final class WebSocketRecorder: Sendable, Hashable {
  private let entries = Locked<[WebSocketConversation.Entry]>([])
  /// The bytes of a message that is read as a stream.
  private let parts = Locked(Data())

  /// Creates a recorder without messages.
  public init() {}

  /// The messages so far.
  public var conversation: WebSocketConversation { WebSocketConversation(entries.withLock { $0 }) }

  func note(sent message: RawMessage) { entries.withLock { $0.append(.sent(message.message)) } }

  func note(received part: RawMessage) {
    let bytes = parts.withLock { parts in
      if part.isStart { parts = Data() }
      parts += part.bytes
      return part.isEnd ? parts : nil
    }
    guard let bytes else { return }
    let message = RawMessage(isText: part.isText, bytes: bytes).message
    entries.withLock { $0.append(.received(message)) }
  }

  /// True if both are the same recorder.
  public static func == (left: WebSocketRecorder, right: WebSocketRecorder) -> Bool { left === right }

  /// Hashes the identity of the recorder.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension RequestOptions {
  /// The recorder of the WebSocket's messages. None by default.
  public var webSocketRecorder: WebSocketRecorder? {
    get { self[WebSocketRecorderKey.self] }
    set { self[WebSocketRecorderKey.self] = newValue }
  }
}

private enum WebSocketRecorderKey: RequestOptionKey {
  static var defaultValue: WebSocketRecorder? { nil }
}
