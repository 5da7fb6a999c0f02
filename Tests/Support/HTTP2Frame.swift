import Foundation

/// Frames of HTTP/2 (RFC 9113 §4, §6), written by hand, so that they can be wrong.
public enum HTTP2Frame {
  /// A frame of any type and length.
  public static func frame(_ type: UInt8, flags: UInt8 = 0, stream: UInt32 = 0, _ content: Data = Data())
    -> Data
  {
    var frame = Data(number(UInt32(content.count), bytes: 3))
    frame.append(contentsOf: [type, flags])
    frame.append(number(stream, bytes: 4))
    return frame + content
  }

  /// DATA.
  public static func data(_ text: String, ends: Bool = false, stream: UInt32 = 1) -> Data {
    frame(0, flags: ends ? 1 : 0, stream: stream, Data(text.utf8))
  }

  /// HEADERS with a status and fields.
  public static func headers(
    _ status: String = "200", _ fields: [(String, String)] = [], ends: Bool = false, stream: UInt32 = 1
  ) -> Data {
    frame(1, flags: ends ? 5 : 4, stream: stream, block([(":status", status)] + fields))
  }

  /// The HEADERS of trailers, after the body.
  public static func trailers(_ fields: [(String, String)], stream: UInt32 = 1) -> Data {
    frame(1, flags: 5, stream: stream, block(fields))
  }

  /// RST_STREAM.
  public static func reset(_ code: UInt32, stream: UInt32 = 1) -> Data {
    frame(3, stream: stream, number(code, bytes: 4))
  }

  /// SETTINGS, as pairs of an identifier and a value.
  public static func settings(_ values: [(UInt32, UInt32)] = []) -> Data {
    frame(4, values.reduce(into: Data()) { $0 += number($1.0, bytes: 2) + number($1.1, bytes: 4) })
  }

  /// GOAWAY.
  public static func goAway(_ code: UInt32 = 0, last: UInt32 = 1) -> Data {
    frame(7, number(last, bytes: 4) + number(code, bytes: 4))
  }

  /// WINDOW_UPDATE.
  public static func windowUpdate(_ increment: UInt32, stream: UInt32 = 0) -> Data {
    frame(8, stream: stream, number(increment, bytes: 4))
  }

  /// A header block of literal fields without indexing (RFC 7541 §6.2.2).
  public static func block(_ fields: [(String, String)]) -> Data {
    fields.reduce(into: Data()) { block, field in
      block.append(0)
      block.append(string(field.0) + string(field.1))
    }
  }

  /// A number, the highest byte first.
  public static func number(_ value: UInt32, bytes count: Int) -> Data {
    Data((0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * UInt32(count - 1 - $0))) })
  }

  /// A string without Huffman coding (RFC 7541 §5.2), its length with a prefix of seven bits (§5.1).
  private static func string(_ text: String) -> Data {
    let bytes = Data(text.utf8)
    guard bytes.count >= 127 else { return Data([UInt8(bytes.count)]) + bytes }
    var length = Data([127])
    var rest = bytes.count - 127
    while rest >= 128 {
      length.append(UInt8(rest & 127) | 128)
      rest >>= 7
    }
    length.append(UInt8(rest))
    return length + bytes
  }
}

extension FaultConnection {
  /// Reads the preface and the client's first frames, answers its SETTINGS, and returns when a request is complete.
  public func startHTTP2() throws {
    _ = try read(exactly: 24)
    try send(HTTP2Frame.settings() + HTTP2Frame.frame(4, flags: 1))
    try readHTTP2Request()
  }

  /// Reads frames up to one that ends a stream, and returns the number of the stream.
  @discardableResult
  public func readHTTP2Request() throws -> UInt32 {
    while true {
      let head = [UInt8](try read(exactly: 9))
      _ = try read(exactly: Int(head[0]) << 16 | Int(head[1]) << 8 | Int(head[2]))
      // HEADERS or DATA with END_STREAM
      if head[3] <= 1, head[4] & 1 != 0 {
        return head[5...].reduce(0) { $0 << 8 | UInt32($1) }
      }
    }
  }

  /// Reads a frame's head, skips its content, and returns the head.
  public func readHTTP2FrameHead() throws -> (type: UInt8, length: Int, stream: UInt32) {
    let head = [UInt8](try read(exactly: 9))
    let length = Int(head[0]) << 16 | Int(head[1]) << 8 | Int(head[2])
    _ = try read(exactly: length)
    return (head[3], length, head[5...].reduce(0) { $0 << 8 | UInt32($1) })
  }

  /// Reads a frame, and returns the length of its content where it is DATA of this stream; 0 for another frame.
  public func readHTTP2Frame(of stream: UInt32) throws -> Int {
    let frame = try readHTTP2FrameHead()
    return frame.type == 0 && frame.stream == stream ? frame.length : 0
  }
}
