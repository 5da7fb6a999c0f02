/// A JSON text that has been scanned: its bytes, its tape and how to read it. Decoders and containers refer to it by
/// the index of a node.
///
/// The bytes belong to the caller for as long as decoding lasts. `endReading(isHeld:)` copies them if a decoder or a container
/// outlives that. If nothing does, the document reads another text: see `Pool`.
final class Document: Reusable {
  // One thread decodes, and nothing here is read while it is written.
  @exclusivity(unchecked) private(set) var bytes: UnsafePointer<UInt8>
  @exclusivity(unchecked) private(set) var tape: Tape
  @exclusivity(unchecked) private(set) var count = 0
  @exclusivity(unchecked) private(set) var coding = Document.standard
  @exclusivity(unchecked) private(set) var keysAsDeclared = true
  let types = RecentTypes<any FastCollection.Type>()
  @exclusivity(unchecked) var containers = RecentContainers<Document>()
  @exclusivity(unchecked) private var open = OpenContainers()
  @exclusivity(unchecked) private var paths = PathFinder()
  @exclusivity(unchecked) var convertedKeys: [String: String] = [:]
  @exclusivity(unchecked) var indexes: [Int: [String: Int]] = [:]
  @exclusivity(unchecked) private var scannedCount = 0
  @exclusivity(unchecked) private var missing: [[any CodingKey]] = []
  /// The node of the innermost value whose `init(from:)` has asked for a container.
  @exclusivity(unchecked) var entered = 0
  @exclusivity(unchecked) private(set) var isRead = false
  @exclusivity(unchecked) private var ownsBytes = false
  /// Memory for the first values of an array; nil while an array uses it, and before the first long one.
  @exclusivity(unchecked) private var scratch: UnsafeMutableRawPointer?

  /// The settings of a document that is not read by any.
  static let standard = JSONCoding()
  /// The most words of a tape that are kept for another text: 64 KiB.
  static let longestKeptTape = 8192
  /// The most keys whose spelling is remembered from one text to the next.
  static let maximumConvertedKeys = 256

  /// Makes a document without a text, with room for one of `length` bytes. It can be read once it has scanned one.
  init(length: Int = 0) {
    tape = Tape(capacity: Tape.capacity(forBytes: length))
    bytes = UnsafePointer(UnsafeRawPointer(tape.words).assumingMemoryBound(to: UInt8.self))
  }

  deinit {
    tape.deallocate()
    types.free()
    containers.free()
    open.free()
    if ownsBytes { bytes.deallocate() }
    scratch?.deallocate()
  }

  static let scratchAlignment = 16

  /// Returns memory of `Room.first` bytes, which goes back with `giveBack(_:)`.
  func takeScratch() -> UnsafeMutableRawPointer {
    defer { scratch = nil }
    return scratch ?? .allocate(byteCount: Room.first, alignment: Self.scratchAlignment)
  }

  /// Keeps the memory for the next long array, unless there is some.
  func giveBack(_ memory: UnsafeMutableRawPointer) {
    guard scratch != nil else { return scratch = memory }
    memory.deallocate()
  }

  /// Scans a text. Throws the first fault in its structure; a comma before a closing bracket is a fault if `isStrict`.
  func scan(
    _ text: UnsafeBufferPointer<UInt8>, coding: JSONCoding = Document.standard, isStrict: Bool = false
  ) throws(DecodingError) {
    // The text before is no longer in memory, and the document keeps none if this one is refused.
    count = 0
    do throws(JSONFault) {
      try Scanner.scan(text, onto: &tape, inside: &open, isStrict: isStrict)
    } catch {
      throw error.decodingError
    }
    // An empty text is a fault, so there is an address.
    if let base = text.baseAddress { bytes = base }
    count = text.count
    scannedCount = tape.count
    self.coding = coding
    keysAsDeclared = coding.keys.isAsDeclared
    isRead = false
    entered = 0
  }

  /// Ends decoding. Copies the bytes if `isHeld`.
  func endReading(isHeld: Bool) {
    isRead = true
    guard isHeld, !ownsBytes else { return }
    let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: count)
    copy.update(from: bytes, count: count)
    bytes = UnsafePointer(copy)
    ownsBytes = true
  }

  /// Ends decoding. Releases the settings and what was learned of the text; the memory, and what was learned of types, stays.
  func endUse(isHeld: Bool) -> Bool {
    endReading(isHeld: isHeld)
    guard !isHeld else { return false }
    tape.releaseMemory(beyond: Self.longestKeptTape)
    coding = Self.standard
    if !indexes.isEmpty { indexes = [:] }
    if !missing.isEmpty { missing = [] }
    if convertedKeys.count > Self.maximumConvertedKeys { convertedKeys = [:] }
    paths = PathFinder()
    return true
  }

  // MARK: Nodes

  @inline(__always) subscript(_ index: Int) -> Node { tape[index] }

  @inline(__always) func isNull(_ index: Int) -> Bool { tape[index].kind == Node.Kind.null }

  /// The bytes of a string without its quotes, or of a number.
  @inline(__always) func text(of index: Int) -> UnsafeBufferPointer<UInt8> {
    let node = tape[index]
    let length = node.has(Node.isLong) ? Int(tape.words[index &+ 1]) : node.shortLength
    return UnsafeBufferPointer(start: bytes + node.start, count: length)
  }

  /// The number of elements or members in a container.
  @inline(__always) func memberCount(of container: Int) -> Int {
    tape[container].has(Node.isEmpty) ? 0 : Int(tape.words[container &+ 1] >> 32)
  }

  /// The index after a container's last member.
  @inline(__always) func limit(of container: Int) -> Int { Self.limit(container, tape.words) }

  @inline(__always) static func limit(_ container: Int, _ words: UnsafeMutablePointer<UInt64>) -> Int {
    if Node(bits: words[container]).has(Node.isEmpty) { return container &+ 1 }
    return Int(UInt32(truncatingIfNeeded: words[container &+ 1]))
  }

  /// The index after the node at `index` and everything in it.
  @inline(__always) func after(_ index: Int) -> Int { Self.after(index, tape.words) }

  @inline(__always) static func after(_ index: Int, _ words: UnsafeMutablePointer<UInt64>) -> Int {
    let node = Node(bits: words[index])
    if node.isContainer { return limit(index, words) }
    return index &+ (node.has(Node.isLong) ? 2 : 1)
  }

  // MARK: Places

  /// Adds a node for a value that the text lacks: null, with the coding path given.
  func addMissing(at path: [any CodingKey]) -> Int {
    missing.append(path)
    tape.ensureCapacity(at: count, of: count)
    tape.append(Node(Node.Kind.null, start: 0, length: 0).bits)
    return tape.count - 1
  }

  /// The keys and indices that lead from the top to a node.
  func path(to index: Int) -> [any CodingKey] {
    if index >= scannedCount { return missing[index - scannedCount] }
    return paths.path(to: index, in: self)
  }

  func context(at index: Int, _ description: String) -> DecodingError.Context {
    DecodingError.Context(codingPath: path(to: index), debugDescription: description)
  }

  /// The error for a value whose kind does not fit the type.
  @inline(never) func mismatch(_ type: Any.Type, at index: Int) -> DecodingError {
    let expected = type == [Any].self ? "an array" : type == [String: Any].self ? "an object" : "\(type)"
    return .typeMismatch(type, context(at: index, "Expected \(expected) but found \(nameOfKind(at: index))."))
  }

  /// The error for a number that the type cannot represent, such as 18.18 for an Int. Its case and its empty coding path are
  /// those of Foundation; the cause has the path.
  @inline(never) func unrepresentable(_ type: Any.Type, at index: Int) -> DecodingError {
    let number = String(decoding: text(of: index).prefix(40), as: UTF8.self)
    let cause = UnrepresentableNumber(type: type, path: path(to: index), number: number)
    return .dataCorrupted(
      DecodingError.Context(codingPath: [], debugDescription: cause.description, underlyingError: cause))
  }

  /// The error for null, or for a value whose kind does not fit the type.
  @inline(never) func nullOrMismatch(_ type: Any.Type, at index: Int) -> DecodingError {
    guard isNull(index) else { return mismatch(type, at: index) }
    return .valueNotFound(type, context(at: index, "Expected \(type) but found null."))
  }

  /// The error for a malformed string or number. Its coding path is empty, as in Foundation; the description names the
  /// place.
  @inline(never) func malformed(_ problem: String, at index: Int) -> DecodingError {
    let path = path(to: index).map(\.stringValue).joined(separator: ".")
    let offset = tape[index].start
    return JSONFault(path.isEmpty ? problem : "\(problem), in “\(path)”,", at: offset).decodingError
  }

  private func nameOfKind(at index: Int) -> String {
    switch tape[index].kind {
    case Node.Kind.null: "null"
    case Node.Kind.true, Node.Kind.false: "a Boolean"
    case Node.Kind.number: "a number"
    case Node.Kind.array: "an array"
    case Node.Kind.object: "an object"
    default: "a string"
    }
  }
}
