import Foundation

/// Writes a scanned document again: indented, with its keys sorted, and each key of an object once.
struct Rewriter {
  private let document: Document
  private let isPretty: Bool
  private let isSorted: Bool
  private var output: Output

  /// The text again, in the form that the options say. Of members with one key the last is kept.
  static func rewrite(_ text: UnsafeBufferPointer<UInt8>, _ options: JSONOutput) throws -> Data {
    let document: Document
    do throws(JSONFault) {
      document = try Document(text, coding: JSONCoding())
    } catch {
      throw error.decodingError
    }
    var rewriter = Rewriter(
      document: document, isPretty: options.contains(.prettyPrinted), isSorted: options.contains(.sortedKeys),
      output: Output(capacity: text.count + text.count / 2 + 16))
    defer { rewriter.output.free() }
    try rewriter.write(0, depth: 0)
    return Data(bytes: rewriter.output.bytes, count: rewriter.output.count)
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
    let limit = document.limit(of: index)
    var element = index + 2
    while element < limit {
      begin(isFirst: element == index + 2, depth: depth + 1)
      try write(element, depth: depth + 1)
      element = document.after(element)
    }
    end(isEmpty: limit == index + 2, depth: depth)
    output.append(UInt8(ascii: "]"))
  }

  private mutating func writeObject(_ index: Int, depth: Int) throws {
    output.append(UInt8(ascii: "{"))
    let members = try members(of: index)
    for (position, member) in members.enumerated() {
      begin(isFirst: position == 0, depth: depth + 1)
      writeString(member.key)
      output.append(isPretty ? " : " : ":")
      try write(member.value, depth: depth + 1)
    }
    end(isEmpty: members.isEmpty, depth: depth)
    output.append(UInt8(ascii: "}"))
  }

  private func members(of object: Int) throws -> [(key: Int, value: Int)] {
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

  private mutating func begin(isFirst: Bool, depth: Int) {
    if !isFirst { output.append(UInt8(ascii: ",")) }
    if isPretty { newLine(depth) }
  }

  /// An empty container has an empty line in it, as Foundation's has.
  private mutating func end(isEmpty: Bool, depth: Int) {
    guard isPretty else { return }
    if isEmpty { output.append(UInt8(ascii: "\n")) }
    newLine(depth)
  }

  private mutating func newLine(_ depth: Int) {
    output.append(UInt8(ascii: "\n"))
    for _ in 0..<depth { output.append("  ") }
  }
}
