/// The resolution of `.` and `..` in a path (RFC 3986 §5.2.4).
enum DotSegments {
  /// True if a segment begins with a dot: a cheap test that spares most paths the rest.
  static func occur(in path: some Sequence<UInt8>) -> Bool {
    var previous = UInt8(ascii: "/")
    for byte in path {
      if byte == UInt8(ascii: "."), previous == UInt8(ascii: "/") { return true }
      previous = byte
    }
    return false
  }

  /// The path with `.` and `..` resolved; nil if it leads above its own beginning.
  static func removed(from path: Substring) -> String? {
    var segments: [Substring] = []
    let all = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map {
      Substring($0)
    }
    for (index, segment) in all.enumerated() {
      let isLast = index == all.count - 1
      switch segment {
      case ".": if isLast { segments.append("") }
      case "..":
        guard segments.popLast() != nil else { return nil }
        if isLast { segments.append("") }
      default: segments.append(segment)
      }
    }
    return segments.joined(separator: "/")
  }
}
