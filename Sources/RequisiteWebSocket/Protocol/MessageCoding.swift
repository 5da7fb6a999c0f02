import CRequisiteZip
import Requisite

/// What client and server have agreed on for permessage-deflate (RFC 7692 §7.1).
struct MessageCoding: Sendable, Equatable {
  /// True if the client compresses each message without the ones before.
  var isClientFresh = false
  /// True if the server compresses each message without the ones before.
  var isServerFresh = false
  /// The window of the client is at most 2 to this power, from 8 to 15.
  var clientWindowBits = 15

  /// The value of `Sec-WebSocket-Extensions` that offers compression, with any of its parameters.
  static let offer = "permessage-deflate; client_max_window_bits"

  init() {}

  /// Reads the parameters of the response.
  ///
  /// - Throws: A failure of the handshake for a parameter that is unknown, repeated, or has an invalid value, by which the
  ///   client must not go on (RFC 7692 §7).
  init(parameters: [Substring]) throws(WebSocketFailure) {
    var names: Set<String> = []
    for parameter in parameters {
      let (name, value) = HTTPQuoting.parameter(parameter) ?? (String(parameter), nil)
      guard names.insert(name).inserted else { throw Self.refused(parameter, "is repeated") }
      switch (name, value) {
      case ("client_no_context_takeover", nil): isClientFresh = true
      case ("server_no_context_takeover", nil): isServerFresh = true
      case ("client_max_window_bits", let value?): clientWindowBits = try Self.bits(value, parameter)
      // The decoder has the largest window, which suffices for each smaller one.
      case ("server_max_window_bits", let value?): _ = try Self.bits(value, parameter)
      default: throw Self.refused(parameter, "was not offered")
      }
    }
  }

  private static func bits(_ value: String, _ parameter: Substring) throws(WebSocketFailure) -> Int {
    guard let bits = Int(value), "\(bits)" == value, (8...15).contains(bits) else {
      throw refused(parameter, "is not from 8 to 15")
    }
    return bits
  }

  private static func refused(_ parameter: Substring, _ message: String) -> WebSocketFailure {
    WebSocketFailure(
      .handshake, "the parameter “\(parameter.prefix(80))” of permessage-deflate \(message) (RFC 7692 §7)")
  }
}

extension MessageCoding {
  /// True if this process has zlib.
  static let isAvailable = Deflater.isAvailable && rq_inflate_available() != 0

  /// Returns the encoder of one end; nil for a window of 256 bytes, which zlib does not have for raw deflate. Messages are
  /// then sent uncompressed, which every message may be.
  func encoder(isClient: Bool) -> MessageEncoder? {
    let bits = isClient ? clientWindowBits : 15
    return bits > 8 ? MessageEncoder(bits, isFresh: isClient ? isClientFresh : isServerFresh) : nil
  }
}

/// The bytes that a step of zlib has room for.
private let bufferSize = 16_384

/// Compresses messages. The first one gets the memory for it, a quarter of a megabyte.
final class MessageEncoder {
  private let windowBits: Int
  private let isFresh: Bool
  private var deflater: Deflater?

  fileprivate init(_ windowBits: Int, isFresh: Bool) {
    self.windowBits = windowBits
    self.isFresh = isFresh
  }

  /// Returns a message in its compressed form, without the four bytes that end it (RFC 7692 §7.2.1); nil if it cannot be
  /// compressed, or if there is no memory for it.
  func encode(_ message: UnsafeRawBufferPointer) -> [UInt8]? {
    guard !message.isEmpty else { return nil }
    // Kept after a success alone: after a failure, the other end lacks what the window contains.
    guard let deflater = deflater.take() ?? Deflater(windowBits: -windowBits),
      !isFresh || deflater.restart()
    else { return nil }
    var output: [UInt8] = []
    guard deflater.encode(message, RQ_DEFLATER_FLUSH, into: &output),
      output.suffix(4).elementsEqual(MessageDecoder.tail)
    else { return nil }
    output.removeLast(4)
    self.deflater = deflater
    return output
  }
}

/// Decompresses messages, as their bytes arrive. The first one gets the memory for it, 40 KiB. Messages that are compressed without
/// the ones before need no other decoder.
final class MessageDecoder {
  /// The end of each message, which is not sent (RFC 7692 §7.2.2).
  static let tail: [UInt8] = [0x00, 0x00, 0xFF, 0xFF]

  private var inflater: OpaquePointer?
  /// Whether the last block was marked as the final one of its stream. Another one may follow (RFC 7692 §7.2.3.4).
  private var isOver = false

  deinit { if let inflater { rq_decoder_free(inflater) } }

  /// Appends the decompressed bytes to `message`.
  ///
  /// - Throws: A violation: with the code 1007 if the bytes are corrupt, and with 1009 as soon as `message` has more bytes
  ///   than `limit`.
  func decode(
    _ bytes: UnsafeRawBufferPointer, isEnd: Bool, into message: inout Data, limit: Int
  ) throws(WebSocketFailure) {
    try decode(bytes, into: &message, limit: limit)
    guard isEnd else { return }
    try Self.tail.withBytes { tail throws(WebSocketFailure) in
      try decode(tail, into: &message, limit: limit)
    }
  }

  private func decode(
    _ bytes: UnsafeRawBufferPointer, into message: inout Data, limit: Int
  ) throws(WebSocketFailure) {
    try withUnsafeTemporaryAllocation(byteCount: bufferSize, alignment: 1) { buffer in
      Result { () throws(WebSocketFailure) in
        try inflate(bytes, into: &message, limit: limit, by: buffer)
      }
    }.get()
  }

  private func inflate(
    _ bytes: UnsafeRawBufferPointer, into message: inout Data, limit: Int,
    by buffer: UnsafeMutableRawBufferPointer
  ) throws(WebSocketFailure) {
    if inflater == nil { inflater = rq_inflate_create(Int32(RQ_INFLATE_RAW)) }
    guard let inflater else { throw Self.unreadable }
    var (rest, isFull) = (bytes, false)
    while !rest.isEmpty || isFull {
      if isOver, rq_decoder_restart(inflater) != 0 { throw Self.unreadable }
      var (consumed, written) = (0, 0)
      let code = rq_decoder_step(
        inflater, rest.assumingMemoryBound(to: UInt8.self).baseAddress, rest.count, &consumed,
        buffer.assumingMemoryBound(to: UInt8.self).baseAddress, buffer.count, &written)
      message.append(UnsafeRawBufferPointer(rebasing: buffer[..<written]))
      isOver = code == Int32(RQ_DECODER_END)
      guard isOver || code == Int32(RQ_DECODER_MORE) && (consumed > 0 || written > 0 || rest.isEmpty) else {
        throw .violation("a compressed message is corrupt", .invalidData)
      }
      guard message.count <= limit else { throw .tooBig(limit) }
      rest = UnsafeRawBufferPointer(rebasing: rest[consumed...])
      isFull = !isOver && written == buffer.count
    }
  }

  private static var unreadable: WebSocketFailure {
    .violation("a compressed message cannot be read", .internalError)
  }
}
