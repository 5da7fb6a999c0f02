import CRequisiteCurl

/// Decodes the content codings of a response (RFC 9110 §8.4), the last applied first: `gzip, gzip` was compressed twice.
///
/// Compressed bytes are never returned: a coding without a decoder in this process, or a list of more than three codings,
/// is an error if the body has any bytes. Each stage decodes at most one chunk ahead.
///
/// Copies share the stages. Used by one task at a time.
package struct ContentDecoder {
  private static let chunkSize = 128 << 10
  /// Servers apply one coding, or two by mistake; each can expand a body a thousandfold.
  private static let maximumCodings = 3

  private let stages: [DecodingStage]
  private let fault: CurlProblem?
  private let limit: Int
  /// The number of decoded bytes.
  private var count = 0

  /// Creates the decoder of a response. Returns nil, and the body stays as it is, if the response has no coding or
  /// `isWanted` is false because the request did not ask for one of ``ContentCoding/acceptEncodingLines``. The body of an error
  /// also stays as it is if a coding is unknown: it says what went wrong, and S3-like services name codings that do not exist.
  ///
  /// - Parameter status: The status of the response; a success by default.
  /// - Parameter limit: The most decoded bytes.
  package init?(_ fields: HTTPHeaderLines, status: Int = 200, isWanted: Bool, limit: Int) {
    guard isWanted else { return nil }
    var stages: [DecodingStage] = []
    var fault: CurlProblem?
    for value in fields.values(ofName: "content-encoding") {
      for coding in HTTPQuoting.list(value).map({ ASCII.lowercased(String($0)) }) {
        if coding == "identity" { continue }
        if let coding = ContentCoding(coding) {
          stages.append(DecodingStage(coding))
        } else if 200..<300 ~= status {
          fault = .badEncoding(
            "the body has the Content-Encoding “\(coding)”, which the request does not accept; to receive the body as it is, "
              + "set the field Accept-Encoding of the request to “identity”")
        } else {
          return nil
        }
      }
    }
    guard fault != nil || !stages.isEmpty else { return nil }
    if stages.count > Self.maximumCodings {
      fault = .badEncoding(
        "the body has \(stages.count) content codings, but at most \(Self.maximumCodings) are decoded")
    }
    self.stages = stages.reversed()
    self.fault = fault
    self.limit = limit
  }

  /// Replaces the input with the next compressed bytes. All earlier input must be decoded: ``next()`` returned nil.
  package func feed(_ data: Data) throws(CurlProblem) {
    if let fault, !data.isEmpty { throw fault }
    stages.first?.feed(data)
  }

  /// Returns the next decoded bytes, or nil if more input is needed. Throws `.bodyTooLarge` after `limit` bytes, if there is
  /// one more: a small compressed body can exceed the limit a thousandfold.
  package mutating func next() throws(CurlProblem) -> Data? {
    let room = limit - count
    guard let chunk = try next(of: stages.count - 1, limit: min(Self.chunkSize, max(1, room))) else {
      return nil
    }
    guard room > 0 else { throw .bodyTooLarge(limit: limit) }
    count += chunk.count
    return chunk
  }

  private func next(of stage: Int, limit: Int) throws(CurlProblem) -> Data? {
    guard stage >= 0 else { return nil }
    while true {
      if let data = try stages[stage].next(limit: limit) { return data }
      guard stage > 0, let data = try next(of: stage - 1, limit: Self.chunkSize) else { return nil }
      stages[stage].feed(data)
    }
  }

  /// Ends the input. Throws `.badEncoding` if the compressed bytes are incomplete; an empty body is complete.
  package func finish() throws(CurlProblem) {
    for stage in stages { try stage.finish() }
  }
}

/// The decoder of one content coding. It reports a body that ends early, which libcurl's own decoding accepts as a
/// success.
///
/// Used by one task at a time.
final class DecodingStage {
  private static let step = 4 << 20

  private let coding: ContentCoding
  private var decoder: OpaquePointer?
  private var input = Data()
  private var offset = 0
  private var isComplete = false
  /// True after a step that filled its output: the decoder may have more, even if the input is used up.
  private var holdsMore = false

  init(_ coding: ContentCoding) {
    self.coding = coding
  }

  deinit {
    if let decoder { rq_decoder_free(decoder) }
  }

  /// Replaces the input with the next compressed bytes. All earlier input must be decoded: ``next(limit:)`` returned nil.
  func feed(_ data: Data) {
    (input, offset) = (data, 0)
  }

  /// Returns the next decoded bytes, at most `limit`, or nil if more input is needed.
  func next(limit: Int) throws(CurlProblem) -> Data? {
    guard offset < input.count || holdsMore else { return nil }
    var output = CurlBuffer()
    let (bytes, start) = (input, offset)
    offset += try bytes.withBytes { bytes throws(CurlProblem) in
      try decode(UnsafeRawBufferPointer(rebasing: bytes[start...]), into: &output, limit: limit)
    }
    return output.isEmpty ? nil : output.takeData()
  }

  /// Ends the input. Throws `.badEncoding` if the compressed bytes are incomplete; an empty body is complete.
  func finish() throws(CurlProblem) {
    guard decoder == nil || isComplete else {
      throw .badEncoding("the compressed body (\(coding)) ends before it is complete")
    }
  }

  /// Decodes until the input is used up or `output` has `limit` bytes. Returns the number of input bytes used.
  func decode(
    _ bytes: UnsafeRawBufferPointer, into output: inout CurlBuffer, limit: Int
  ) throws(CurlProblem) -> Int {
    var rest = bytes[...]
    while !rest.isEmpty || holdsMore {
      if isComplete, !(try startsAnother(rest)) { return bytes.count }
      guard output.count < limit else { break }
      let room = min(max(16_384, output.count), Self.step, limit - output.count)
      guard output.reserve(output.count + room) else { throw .outOfMemory }
      rest = rest.dropFirst(try step(rest, into: &output, room: room))
    }
    return rest.startIndex
  }

  private func step(
    _ input: Slice<UnsafeRawBufferPointer>, into output: inout CurlBuffer, room: Int
  ) throws(CurlProblem) -> Int {
    let bytes = UnsafeRawBufferPointer(rebasing: input)
    let decoder = try decoder(for: bytes)
    var (consumed, written) = (0, 0)
    let code = rq_decoder_step(
      decoder, bytes.assumingMemoryBound(to: UInt8.self).baseAddress, bytes.count, &consumed,
      output.room.assumingMemoryBound(to: UInt8.self).baseAddress, room, &written)
    output.commit(written)
    switch code {
    case Int32(RQ_DECODER_END): isComplete = true
    case Int32(RQ_DECODER_MORE) where consumed > 0 || written > 0 || bytes.isEmpty: break
    case Int32(RQ_DECODER_MEMORY): throw .outOfMemory
    case Int32(RQ_DECODER_WINDOW):
      throw .badEncoding("the compressed body (\(coding)) needs a window of more than 8 MiB (RFC 9659)")
    default: throw .badEncoding("the compressed body (\(coding)) is corrupt")
    }
    holdsMore = !isComplete && written == room
    return consumed
  }

  private func decoder(for bytes: UnsafeRawBufferPointer) throws(CurlProblem) -> OpaquePointer {
    if let decoder { return decoder }
    guard let created = rq_decoder_create(coding.format(startingWith: bytes.first ?? 0)) else {
      throw .outOfMemory
    }
    decoder = created
    return created
  }

  /// Returns true if another stream starts after a complete one, and false if the bytes are padding, which is ignored.
  /// Throws `.badEncoding` if the coding allows no further bytes.
  private func startsAnother(_ rest: Slice<UnsafeRawBufferPointer>) throws(CurlProblem) -> Bool {
    guard let byte = rest.first, let decoder else { return false }
    switch coding.continuation(startingWith: byte) {
    case .padding: return false
    case .fault: throw .badEncoding("bytes follow the end of the compressed body (\(coding))")
    case .anotherStream:
      guard rq_decoder_restart(decoder) == 0 else { throw .outOfMemory }
      isComplete = false
      return true
    }
  }
}

/// A content coding (RFC 9110 §8.4.1) that the library can decode.
///
/// The decoders of `br` and `zstd` are those that libcurl loads into the process: Debian's and Ubuntu's have both. The process
/// is searched for them once.
package enum ContentCoding: String, CaseIterable {
  case gzip
  case deflate
  case br
  case zstd

  /// The codings that have a decoder in this process.
  static let available = allCases.filter(\.isInProcess)

  /// The line `Accept-Encoding`, made once: exactly the ``available`` codings. Empty if this process has no decoder.
  package static let acceptEncodingLines =
    available.isEmpty ? [] : ["Accept-Encoding: " + available.map(\.rawValue).joined(separator: ", ")]

  /// Creates the available coding with this name in lower case, or `x-gzip`. Returns nil for any other name.
  init?(_ name: String) {
    // `x-gzip` is another name for gzip (RFC 9110 §8.4.1.3).
    guard let coding = Self(rawValue: name == "x-gzip" ? "gzip" : name), Self.available.contains(coding)
    else { return nil }
    self = coding
  }

  private var isInProcess: Bool { rq_coding_available(format(startingWith: 0)) != 0 }

  /// Returns the format of a body with this first byte, as `rq_decoder_create` takes it.
  func format(startingWith byte: UInt8) -> Int32 {
    let format =
      switch self {
      case .gzip: RQ_CODING_GZIP
      // The name means zlib's format (RFC 1950); some servers send raw data (RFC 1951).
      case .deflate: byte & 0x0F == 8 ? RQ_CODING_ZLIB : RQ_CODING_RAW_DEFLATE
      case .br: RQ_CODING_BROTLI
      case .zstd: RQ_CODING_ZSTD
      }
    return Int32(format)
  }

  /// The meaning of bytes after a complete stream.
  enum Continuation {
    case anotherStream
    case padding
    case fault
  }

  /// Returns the meaning of the bytes after a complete stream, by the first of them.
  func continuation(startingWith byte: UInt8) -> Continuation {
    switch self {
    // A body may be several members in a row (RFC 1952 §2.2). Some servers pad it.
    case .gzip: byte == 0x1F ? .anotherStream : .padding
    case .deflate: .padding
    case .br: .fault
    // Several frames in a row are one body (RFC 8878 §3.1).
    case .zstd: .anotherStream
    }
  }
}
