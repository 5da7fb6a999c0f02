/// Writes a scanned document again: indented, with its keys sorted, and each key of an object once.
struct Rewriter {
  /// The white space of the text.
  struct Layout {
    var isPretty: Bool
    var keySeparator: StaticString
    /// Whether an empty array or object has an empty line in it.
    var hasEmptyLines = false
    /// Deeper levels are indented no further.
    var deepest = Int.max

    static let compact = Layout(isPretty: false, keySeparator: ":")
    /// The white space of Foundation's `.prettyPrinted`.
    static let foundation = Layout(isPretty: true, keySeparator: " : ", hasEmptyLines: true)
    /// The white space of bodies in logs.
    static let log = Layout(isPretty: true, keySeparator: ": ", deepest: 16)
  }

  private struct IsFull: Error {}

  private let document: Document
  private let layout: Layout
  private let isSorted: Bool
  private let keepsRepeats: Bool
  private let longest: Int
  private var output: Output

  /// Writes the text in the form that the options choose. Of members with one key the last is kept.
  static func rewrite(_ text: UnsafeBufferPointer<UInt8>, _ options: JSONOutput) throws -> Data {
    var rewriter = Rewriter(
      document: try scan(text), layout: options.contains(.prettyPrinted) ? .foundation : .compact,
      isSorted: options.contains(.sortedKeys), keepsRepeats: false, longest: .max,
      output: Output(capacity: text.count + text.count / 2 + 16))
    defer { rewriter.output.free() }
    try rewriter.write(0, depth: 0)
    return Data(bytes: rewriter.output.bytes, count: rewriter.output.count)
  }

  /// Writes each member and element on a line of its own, for logs. The text is cut off with `…` after `longest` bytes.
  static func indented(_ text: UnsafeBufferPointer<UInt8>, upTo longest: Int) throws -> String {
    var rewriter = Rewriter(
      document: try scan(text), layout: .log, isSorted: false, keepsRepeats: true, longest: longest,
      output: Output(capacity: text.count + text.count / 2 + 16))
    defer { rewriter.output.free() }
    do { try rewriter.write(0, depth: 0) } catch is IsFull {}
    return rewriter.output.text(upTo: longest) + (rewriter.output.count > longest ? "…" : "")
  }

  private static func scan(_ text: UnsafeBufferPointer<UInt8>) throws -> Document {
    let document = Document(length: text.count)
    try document.scan(text)
    return document
  }

  private mutating func write(_ index: Int, depth: Int) throws {
    let node = document[index]
    switch node.kind {
    case Node.Kind.array: try writeArray(index, depth: depth)
    case Node.Kind.object: try writeObject(index, depth: depth)
    case Node.Kind.plainString, Node.Kind.wideString, Node.Kind.escapedString: writeString(index)
    default: output.append(document.text(of: index))
    }
  }

  private mutating func writeString(_ index: Int) {
    output.append(UInt8(ascii: "\""))
    output.append(document.text(of: index))
    output.append(UInt8(ascii: "\""))
  }

  private mutating func writeArray(_ index: Int, depth: Int) throws {
    output.append(UInt8(ascii: "["))
    let first = index + 2
    try document.forEachElement(of: index) { element in
      try begin(isFirst: element == first, depth: depth + 1)
      try write(element, depth: depth + 1)
    }
    end(isEmpty: document.memberCount(of: index) == 0, depth: depth)
    output.append(UInt8(ascii: "]"))
  }

  private mutating func writeObject(_ index: Int, depth: Int) throws {
    output.append(UInt8(ascii: "{"))
    let members = try members(of: index)
    for (position, member) in members.enumerated() {
      try begin(isFirst: position == 0, depth: depth + 1)
      writeString(member.key)
      output.append(layout.keySeparator)
      try write(member.value, depth: depth + 1)
    }
    end(isEmpty: members.isEmpty, depth: depth)
    output.append(UInt8(ascii: "}"))
  }

  private func members(of object: Int) throws -> [(key: Int, value: Int)] {
    if keepsRepeats {
      var members: [(key: Int, value: Int)] = []
      document.forEachMember(of: object) { members.append(($0, $1)) }
      return members
    }
    var members: [(name: String, key: Int, value: Int)] = []
    members.reserveCapacity(document.memberCount(of: object))
    try document.forEachMember(of: object) { members.append((try document.string(at: $0), $0, $1)) }
    if document.needsIndex(object) { members = lastOfEach(members) }
    if isSorted {
      members.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }
    return members.map { ($0.key, $0.value) }
  }

  private func lastOfEach(
    _ members: [(name: String, key: Int, value: Int)]
  ) -> [(name: String, key: Int, value: Int)] {
    var seen: Set<String> = []
    return members.reversed().filter { seen.insert($0.name).inserted }.reversed()
  }

  // MARK: White space

  private mutating func begin(isFirst: Bool, depth: Int) throws {
    guard output.count <= longest else { throw IsFull() }
    if !isFirst { output.append(UInt8(ascii: ",")) }
    if layout.isPretty { newLine(depth) }
  }

  private mutating func end(isEmpty: Bool, depth: Int) {
    guard layout.isPretty, !isEmpty || layout.hasEmptyLines else { return }
    if isEmpty { output.append(UInt8(ascii: "\n")) }
    newLine(depth)
  }

  private mutating func newLine(_ depth: Int) {
    output.append(UInt8(ascii: "\n"))
    for _ in 0..<min(depth, layout.deepest) { output.append("  ") }
  }
}

/// Lays out JSON texts for people.
package enum JSONText {
  /// Writes each member and element on a line of its own, indented by two spaces a level, 16 levels at most. Keeps the
  /// order of members and repeated keys.
  ///
  /// White space must not turn a small, deeply nested text into megabytes, so beyond `longest` bytes the result is cut off
  /// with `…`.
  ///
  /// - Returns: nil if the text is not JSON.
  package static func indented(_ text: String, upTo longest: Int) -> String? {
    var text = text
    do { return try text.withUTF8 { try Rewriter.indented($0, upTo: longest) } } catch { return nil }
  }
}
