import Foundation

/// A request as it came over the wire.
public struct ReceivedRequest: Sendable {
  /// The bytes up to and including the empty line.
  public let head: Data
  /// The connection that it came on, counted from 0.
  public let connection: Int
  /// The body, without chunk framing.
  public var body = Data()
  /// How many chunks the body came in; 0 when it was not chunked.
  public var chunkCount = 0
  /// The trailer lines of a chunked body.
  public var trailers: [String] = []

  init(head: Data, connection: Int) { (self.head, self.connection) = (head, connection) }

  /// The lines of the head, the request line first.
  public var lines: [String] {
    String(decoding: head, as: UTF8.self).components(separatedBy: "\r\n").filter { !$0.isEmpty }
  }

  /// The first line, as in `GET /path HTTP/1.1`.
  public var requestLine: String { lines.first ?? "" }

  /// The method of the request line.
  public var method: String { word(0) }

  /// The target of the request line: path and query, or what else was sent.
  public var target: String { word(1) }

  /// The body as text.
  public var text: String { String(decoding: body, as: UTF8.self) }

  /// The value of the first header line with this name, trimmed; names are compared without regard to case.
  public func header(_ name: String) -> String? { headers(name).first }

  /// The values of all header lines with this name, in order.
  public func headers(_ name: String) -> [String] {
    lines.dropFirst().compactMap { line in
      guard let colon = line.firstIndex(of: ":") else { return nil }
      guard line[..<colon].lowercased() == name.lowercased() else { return nil }
      return line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
    }
  }

  var isChunked: Bool { header("Transfer-Encoding")?.lowercased().contains("chunked") ?? false }

  private func word(_ index: Int) -> String {
    let words = requestLine.split(separator: " ", omittingEmptySubsequences: false)
    return index < words.count ? String(words[index]) : ""
  }
}
