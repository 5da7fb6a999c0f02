/// A path with values in it, each escaped as one segment.
///
/// ```swift
/// var path: RequestPath { "/users/\(name)/todos" }   // name "a/b?c" → /users/a%2Fb%3Fc/todos
/// ```
/// An interpolated value is data: whatever characters it has, it stays within its segment. nil leaves its segment
/// out, slash included (`"/ip/\(address)"` → `/ip`). An empty value, `.` or `..` would make another path of it, so
/// they are refused as ``NetworkRequestError/invalidRequest(_:)``.
public struct RequestPath: Sendable, Hashable {
  enum Storage: Hashable {
    case relative(String)
    case absolute(URL)
    case invalid(String)
  }

  let storage: Storage

  init(storage: Storage) {
    self.storage = storage
  }

  /// A path of plain text, its slashes kept and all else escaped that a path cannot hold.
  public init(verbatim text: String) {
    guard !Self.isWholeURL(text) else {
      storage = .invalid(
        "“\(Redaction.standard.malformedURL(text))” is a whole URL where a path is expected; to leave the base URL on purpose, declare a URL"
      )
      return
    }
    storage = .relative(PercentEncoding.escape(text, keeping: .path))
  }

  /// A whole URL, in place of the base URL and a path.
  public init(absolute url: URL) {
    storage = .absolute(url)
  }

  /// A whole URL, in place of the base URL and a path, as in `Endpoint.get(.url(page.next))`.
  public static func url(_ url: URL) -> RequestPath { RequestPath(absolute: url) }

  private static func isWholeURL(_ text: String) -> Bool {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
    return text.utf8[colon...].starts(with: "://".utf8) && BaseURL.isScheme(String(text[..<colon]))
  }
}

extension RequestPath: ExpressibleByStringInterpolation {
  /// Makes a path of plain text.
  public init(stringLiteral text: String) {
    self.init(verbatim: text)
  }

  /// Makes a path of text and escaped values.
  public init(stringInterpolation: StringInterpolation) {
    self = stringInterpolation.path
  }
}

extension RequestPath: CustomReflectable {
  /// The path or URL without the secrets in it, so that neither `print` nor `dump` shows them.
  public var customMirror: Mirror { Mirror(self, children: ["path": printable]) }

  /// The path or URL without the secrets in it.
  var printable: String {
    switch storage {
    case .relative(let path): Redaction.standard.text(path)
    case .absolute(let url): url.printable
    case .invalid(let problem): Redaction.standard.text(problem)
    }
  }
}

extension RequestPath {
  /// Collects the text and the values of an interpolated path.
  public struct StringInterpolation: StringInterpolationProtocol {
    private var text = ""
    private var problem: String?

    /// Makes room for the path.
    public init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + 8 * interpolationCount)
    }

    /// Adds text of the path's own: its slashes are kept.
    public mutating func appendLiteral(_ literal: String) {
      PercentEncoding.append(literal, to: &text, keeping: .path)
    }

    /// Adds a value as one segment, or as a part of one.
    public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      append(value.description)
    }

    /// Adds the raw value of an enum as one segment.
    public mutating func appendInterpolation<Value: RawRepresentable>(_ value: Value)
    where Value.RawValue: CustomStringConvertible {
      append(value.rawValue.description)
    }

    /// Adds the raw value of a type that has a description too: what is sent is the raw value.
    public mutating func appendInterpolation<Value: RawRepresentable & CustomStringConvertible>(
      _ value: Value
    )
    where Value.RawValue: CustomStringConvertible {
      append(value.rawValue.description)
    }

    /// Adds a value as one segment; nil leaves the segment out, slash included.
    public mutating func appendInterpolation(_ value: (some CustomStringConvertible)?) {
      if let value { return append(value.description) }
      if text.utf8.last == UInt8(ascii: "/") { text.unicodeScalars.removeLast() }
    }

    /// Adds several segments, each escaped.
    public mutating func appendInterpolation(segments: [String]) {
      for (index, segment) in segments.enumerated() {
        if index > 0 { text += "/" }
        append(segment)
      }
    }

    private mutating func append(_ value: String) {
      if value.isEmpty {
        problem = problem ?? "a value of the path “\(text)…” is empty, which would make another path"
      }
      if value == "." || value == ".." { problem = problem ?? "a value of the path “\(text)…” is “\(value)”" }
      PercentEncoding.append(value, to: &text, keeping: .unreserved)
    }

    var path: RequestPath {
      RequestPath(storage: problem.map(Storage.invalid) ?? .relative(text))
    }
  }
}
