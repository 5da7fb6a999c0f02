/// Makes events of lines (WHATWG HTML standard, §9.2.6). A value.
struct EventParser {
  /// The id of the last block that was complete, whether it made an event or not.
  private(set) var lastEventID: String
  /// What the server has last said by `retry`.
  private(set) var retry: Duration?

  private let origin: ServerSentEvent.Origin?
  private var type = ""
  private var data: [String] = []
  private var dataLength = 0
  private var id: String

  /// - Parameter lastEventID: The id that the stream goes on from; empty for none.
  init(lastEventID: String = "", origin: ServerSentEvent.Origin? = nil) {
    (self.lastEventID, self.origin) = (lastEventID, origin)
    id = lastEventID
  }

  /// Takes a line; gives the event that it ends, where it ends one.
  mutating func take(_ line: Data) -> ServerSentEvent? {
    guard !line.isEmpty else { return finishBlock() }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
      takeField(text(line), "")
      return nil
    }
    // A comment, as servers send to keep a connection open.
    guard colon > line.startIndex else { return nil }
    let rest = line[(colon + 1)...]
    takeField(text(line[..<colon]), text(rest.first == UInt8(ascii: " ") ? rest.dropFirst() : rest))
    return nil
  }

  /// Whether the data of the event that is not finished have more bytes than that.
  func isTooLong(for limit: Int) -> Bool { dataLength > limit }

  private mutating func takeField(_ name: String, _ value: String) {
    switch name {
    case "event": type = value
    case "data":
      data.append(value)
      dataLength += value.utf8.count + 1
    case "id": if !value.unicodeScalars.contains("\0") { id = value }
    case "retry": takeRetry(value)
    default: break
    }
  }

  private mutating func takeRetry(_ value: String) {
    guard !value.isEmpty, value.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return }
    // Beyond what fits, it is the longest that does: some hundred million years.
    retry = .milliseconds(Int64(value) ?? Int64.max / 1_000_000)
  }

  private mutating func finishBlock() -> ServerSentEvent? {
    lastEventID = id
    defer { (type, data, dataLength) = ("", [], 0) }
    guard !data.isEmpty else { return nil }
    return ServerSentEvent(
      type: type.isEmpty ? "message" : type, data: data.joined(separator: "\n"), id: id, retry: retry,
      origin: origin)
  }

  private func text(_ bytes: Data) -> String {
    String(decoding: bytes, as: UTF8.self)
  }
}
