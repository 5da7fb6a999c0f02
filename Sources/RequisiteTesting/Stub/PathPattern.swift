/// The URLs that a stub answers: a path, with placeholders.
///
/// | pattern | answers |
/// | --- | --- |
/// | `"/todos/1"` | that path |
/// | `"/todos/:id"`, `"/todos/*"` | one segment of any text |
/// | `"/files/**"` | any number of segments, including zero |
/// | `"/todos?done=true"` | that path, if the query has that item; other items are ignored |
/// | `"https://api.example.com/todos"` | that path at that origin only |
///
/// The whole path is compared, from the slash after the host on, including the base path of the client. It is compared
/// unescaped: write a space as a space.
public struct PathPattern: Sendable, ExpressibleByStringInterpolation, CustomStringConvertible {
  /// The pattern as it was written.
  public let description: String
  let origin: Origin?
  let query: QueryParams
  private let segments: [Substring]

  /// Any path at any origin.
  public static let any = PathPattern("/**")

  /// Parses a pattern. This cannot fail: text without placeholders matches itself.
  public init(_ text: String) {
    description = text
    // Splits bytes, not characters: an ASCII character and a combining mark after it are one Character, but two in a
    // URL.
    let sides = text.utf8.split(separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
    query = QueryParams(encoded: sides.count > 1 ? String(Substring(sides[1])) : "")
    guard let scheme = sides[0].firstRange(of: "://".utf8) else {
      (origin, segments) = (nil, Self.segments(of: Substring(sides[0])))
      return
    }
    let path = sides[0][scheme.upperBound...].firstIndex(of: UInt8(ascii: "/")) ?? sides[0].endIndex
    origin = URL(string: String(Substring(sides[0][..<path]))).map(Origin.init)
    segments = Self.segments(of: Substring(sides[0][path...]))
  }

  /// Parses a pattern from a string literal.
  public init(stringLiteral text: String) {
    self.init(text)
  }

  /// True if the pattern matches the path of the URL. Origin and query are separate conditions.
  func matchesPath(of url: URL) -> Bool {
    let path = url.path(percentEncoded: true)
    let found = Self.segments(of: path[...]).map { PercentEncoding.decoded($0.utf8, plusIsSpace: false) }
    return Self.matches(segments[...], found[...])
  }

  private static func segments(of path: Substring) -> [Substring] {
    path.utf8.drop { $0 == UInt8(ascii: "/") }
      .split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map { Substring($0) }
  }

  private static func matches(_ pattern: ArraySlice<Substring>, _ path: ArraySlice<String>) -> Bool {
    guard let first = pattern.first else { return path.isEmpty }
    if first == "**" {
      return (path.startIndex...path.endIndex).contains { matches(pattern.dropFirst(), path[$0...]) }
    }
    guard let segment = path.first,
      first == "*" || first.utf8.first == UInt8(ascii: ":")
        || first.utf8.elementsEqual(segment.utf8)
    else {
      return false
    }
    return matches(pattern.dropFirst(), path.dropFirst())
  }
}
