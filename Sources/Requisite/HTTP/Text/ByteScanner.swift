/// Reads fixed forms of ASCII text from left to right. What fails leaves the position where it was.
struct ByteScanner {
  private let bytes: [UInt8]
  private var position = 0

  init(_ text: some StringProtocol) {
    bytes = Array(text.utf8)
  }

  var isAtEnd: Bool { position == bytes.count }

  /// Whether exactly this text came next; then it is behind.
  mutating func skip(_ text: String) -> Bool {
    guard bytes[position...].starts(with: text.utf8) else { return false }
    position += text.utf8.count
    return true
  }

  /// The number that exactly so many digits make.
  mutating func digits(_ count: Int) -> Int? {
    guard bytes.count - position >= count else { return nil }
    let digits = bytes[position..<position + count].map { Int($0) - 0x30 }
    guard digits.allSatisfy({ (0...9).contains($0) }) else { return nil }
    position += count
    return digits.reduce(0) { $0 * 10 + $1 }
  }

  /// Which of the names comes next.
  mutating func index(in names: [String]) -> Int? {
    names.firstIndex { skip($0) }
  }
}
