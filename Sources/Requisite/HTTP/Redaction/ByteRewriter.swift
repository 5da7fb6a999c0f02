/// One pass over the bytes of a text, which replaces some of them.
protocol ByteRewriter {
  var bytes: [UInt8] { get }
  /// The rewritten text, up to the byte at ``copied``.
  var output: [UInt8] { get set }
  /// The offset up to which the bytes were copied to the output or replaced; 0 if nothing was replaced.
  var copied: Int { get set }

  /// Handles what begins at an offset. Returns the offset after it.
  mutating func step(at place: Int) -> Int
}

extension ByteRewriter {
  /// Handles the bytes from an offset on. Returns the rewritten text; nil if nothing was replaced.
  mutating func run(from start: Int = 0) -> String? {
    var place = start
    while place < bytes.count { place = step(at: place) }
    guard copied > 0 else { return nil }
    output += bytes[copied...]
    return String(decoding: output, as: UTF8.self)
  }

  mutating func replace(_ range: Range<Int>, by text: String) {
    guard !range.isEmpty else { return }
    output += bytes[copied..<range.lowerBound]
    output += text.utf8
    copied = range.upperBound
  }
}
