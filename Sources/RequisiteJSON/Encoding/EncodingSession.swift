/// The state that all writers of one call share.
final class EncodingSession {
  let coding: JSONCoding
  let escapesSlashes: Bool
  let keysAsDeclared: Bool
  let types = RecentTypes<any WritableCollection.Type>()
  @exclusivity(unchecked) var serial = 0
  /// True if an object may have a repeated key, of which the last counts, as in Foundation.
  @exclusivity(unchecked) var needsRewriting = false
  @exclusivity(unchecked) var convertedKeys: [String: String] = [:]
  private var problem: String?

  init(coding: JSONCoding) {
    self.coding = coding
    escapesSlashes = !coding.output.contains(.withoutEscapingSlashes)
    keysAsDeclared = coding.keys.isAsDeclared
  }

  deinit { types.free() }

  func encode<T: Encodable>(_ value: T) throws -> Data {
    let writer = Writer(session: self, capacity: 512)
    let frame = writer.push()
    try writer.write(value, in: frame)
    guard writer.frames[writer.top].state != .empty else {
      throw invalid(value, "The value \(T.self) did not encode anything.")
    }
    writer.finish()
    if let problem { throw invalid(value, problem) }
    let text = UnsafeBufferPointer(start: writer.output.bytes, count: writer.output.count)
    guard needsRewriting || !coding.output.isDisjoint(with: [.prettyPrinted, .sortedKeys]) else {
      return Data(buffer: text)
    }
    return try Rewriter.rewrite(text, coding.output)
  }

  /// Records an error where none can be thrown; the encoding ends with it.
  func fail(_ problem: String) {
    if self.problem == nil { self.problem = problem }
  }

  /// The error for faults that are found only at the end of encoding.
  private func invalid(_ value: Any, _ problem: String) -> EncodingError {
    .invalidValue(value, EncodingError.Context(codingPath: [], debugDescription: problem))
  }

  /// The key in JSON for a declared key.
  @inline(__always) func name(of key: some CodingKey, in writer: Writer) -> String {
    guard !keysAsDeclared else { return key.stringValue }
    return coding.keys.encoded(key, at: { Array(writer.path) }, known: &convertedKeys)
  }
}
