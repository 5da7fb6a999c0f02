/// Decodes the content codings of a response (RFC 9110 §8.4), the last applied first: `gzip, gzip` was compressed twice.
///
/// Compressed bytes are never returned: a coding without a decoder in this process, or a list of more than three codings,
/// is an error if the body has any bytes. Each stage decodes at most one chunk ahead.
///
/// Copies share the stages. Used by one task at a time.
struct ContentDecoder {
  private static let chunkSize = 128 << 10
  /// Servers apply one coding, or two by mistake; each can expand a body a thousandfold.
  private static let mostCodings = 3

  private let stages: [DecodingStage]
  private let fault: CurlProblem?
  private let limit: Int
  /// The number of decoded bytes.
  private var count = 0

  /// Creates the decoder of a response. Returns nil, and the body stays as it is, if the response has no coding or
  /// `isWanted` is false because the request did not ask for one of ``ContentCoding/acceptEncodingLines``. The body of an error
  /// also stays as it is if a coding is unknown: it says what went wrong, and S3-like services name codings that are none.
  ///
  /// - Parameter status: The status of the response; a success by default.
  /// - Parameter limit: The most decoded bytes.
  init?(_ fields: HTTPHeaderLines, status: Int = 200, isWanted: Bool, limit: Int) {
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
              + "set the field Accept-Encoding of the request to “identity;q=1, *;q=0”")
        } else {
          return nil
        }
      }
    }
    guard fault != nil || !stages.isEmpty else { return nil }
    if stages.count > Self.mostCodings {
      fault = .badEncoding(
        "the body has \(stages.count) content codings, but at most \(Self.mostCodings) are decoded")
    }
    (self.stages, self.fault, self.limit) = (stages.reversed(), fault, limit)
  }

  /// Replaces the input with the next compressed bytes. All earlier input must be decoded: ``next()`` returned nil.
  func feed(_ data: Data) throws(CurlProblem) {
    if let fault, !data.isEmpty { throw fault }
    stages.first?.feed(data)
  }

  /// Returns the next decoded bytes, or nil if more input is needed. Throws `.bodyTooLarge` after `limit` bytes, if there is
  /// one more: a small compressed body can exceed the limit a thousandfold.
  mutating func next() throws(CurlProblem) -> Data? {
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
  func finish() throws(CurlProblem) {
    for stage in stages { try stage.finish() }
  }
}
