/// The state that all writers of one call share.
final class EncodingSession {
  @exclusivity(unchecked) private(set) var coding = Document.standard
  @exclusivity(unchecked) private(set) var escapesSlashes = true
  @exclusivity(unchecked) private(set) var keysAsDeclared = true
  let types = RecentTypes<any WritableCollection.Type>()
  @exclusivity(unchecked) var containers = RecentContainers<Writer>()
  @exclusivity(unchecked) var serial = 0
  /// True if an object may have a repeated key, of which the last counts, as in Foundation.
  @exclusivity(unchecked) var needsRewriting = false
  @exclusivity(unchecked) var convertedKeys: [String: String] = [:]
  /// True if the call succeeded, and the program refers to no writer within another.
  private(set) var isReusable = false
  private var hasHeldWriters = false
  private var problem: String?

  deinit {
    types.free()
    containers.free()
  }

  /// Encodes a value with a writer that is new or has ended its use.
  func encode<T: Encodable>(_ value: T, with writer: Writer, by coding: JSONCoding) throws -> Data {
    begin(coding)
    let frame = writer.begin()
    try writer.write(value, in: frame)
    guard writer.frames[writer.top].state != .empty else {
      throw invalid(value, "The value \(T.self) did not encode anything.")
    }
    releaseContainers()
    writer.finish()
    if let problem { throw invalid(value, problem) }
    isReusable = !hasHeldWriters
    let text = UnsafeBufferPointer(start: writer.output.bytes, count: writer.output.count)
    guard needsRewriting || !coding.output.isDisjoint(with: [.prettyPrinted, .sortedKeys]) else {
      return Data(buffer: text)
    }
    return try Rewriter.rewrite(text, coding.output)
  }

  private func begin(_ coding: JSONCoding) {
    self.coding = coding
    escapesSlashes = !coding.output.contains(.withoutEscapingSlashes)
    keysAsDeclared = coding.keys.isAsDeclared
    needsRewriting = false
    (isReusable, hasHeldWriters) = (false, false)
  }

  /// Releases the settings. What was learned of types, and spellings of keys, stay.
  func clear() {
    coding = Document.standard
    if convertedKeys.count > Document.mostConvertedKeys { convertedKeys = [:] }
  }

  /// Makes the containers that the program refers to hold their writers, which the caller is about to release.
  func releaseContainers() {
    if containers.releaseUsed() { hasHeldWriters = true }
  }

  /// Notes that the program may refer to a writer that others no longer know.
  func noteHeldWriter() { hasHeldWriters = true }

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
