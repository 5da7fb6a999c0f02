/// Makes strings when they are read.
extension Document {
  /// The string or key at `index`. The caller has checked the kind of the node.
  @inline(__always) func string(at index: Int) throws -> String {
    let node = tape[index]
    if node.kind == Node.Kind.plainString { return plainString(at: index) }
    return try checkedString(at: index)
  }

  /// The string of a plain node, whose bytes the scanner found to be ASCII.
  @inline(__always) func plainString(at index: Int) -> String {
    String(validUTF8: text(of: index), isASCII: true)
  }

  @inline(never) private func checkedString(at index: Int) throws -> String {
    do {
      return try resolvedString(at: index)
    } catch {
      throw malformed(error.problem, at: index)
    }
  }

  /// The string at `index`, with its escapes resolved if it has any.
  func resolvedString(at index: Int) throws(Escapes.Fault) -> String {
    let text = text(of: index)
    guard tape[index].kind == Node.Kind.escapedString else {
      guard let string = UTF8Text.string(text) else {
        throw Escapes.Fault(problem: "a string that is not UTF-8")
      }
      return string
    }
    return try Escapes.resolved(text)
  }
}
