/// The path of a request, with interpolated values that are each escaped as one segment.
///
/// ```swift
/// // The name "a/b?c": /users/a%2Fb%3Fc/todos
/// var path: RequestPath { "/users/\(name)/todos" }
/// ```
/// An interpolated value is data: whatever characters it contains, it stays within its segment. nil omits the segment with
/// its slash (`"/ip/\(address)"` → `/ip`). An empty value, `.` or `..` would lead to another path, so it fails the call
/// with ``NetworkRequestError/invalidRequest(_:)``.
///
/// The literal text is also the name of the path in logs and metrics, ``TransportRequest/pathTemplate``, with `{}` for each value:
/// `/users/{}/todos` above. A label names a value: `"/users/\(name, as: "name")/todos"` is `/users/{name}/todos`.
///
/// For a path in a `String` variable, write ``init(verbatim:)``. An interpolation makes one segment of it, so debug builds refuse
/// a path that begins with a value that begins with `/`, as in `"\(path)"`.
public struct RequestPath: Sendable, Hashable {
  enum Storage: Hashable {
    case relative(String)
    case absolute(URL)
    case invalid(String)
  }

  let storage: Storage
  /// The escaped literals of the path, with `{}` or `{label}` for each value; nil for a path that was composed at run time.
  private(set) var template: String?

  init(storage: Storage, template: String? = nil) {
    (self.storage, self.template) = (storage, template)
  }

  /// True if both paths lead to the same place, with whatever template.
  public static func == (left: RequestPath, right: RequestPath) -> Bool { left.storage == right.storage }

  /// Hashes the path without its template.
  public func hash(into hasher: inout Hasher) { hasher.combine(storage) }

  /// Creates a path from plain text.
  ///
  /// Slashes are kept; characters that a path cannot contain are escaped, `%` among them. A whole URL fails the call with
  /// ``NetworkRequestError/invalidRequest(_:)``: use ``init(absolute:)`` for one.
  public init(verbatim text: String) {
    guard !Self.isWholeURL(text) else {
      storage = .invalid(
        "“\(Redaction.standard.malformedURL(text))” is a complete URL, but a path is expected; to replace the "
          + "base URL, declare the path as a URL"
      )
      return
    }
    storage = .relative(PercentEncoding.escape(text, keeping: .path))
  }

  /// Creates a path that replaces the base URL: a whole URL of `http` or `https`.
  public init(absolute url: URL) {
    storage = .absolute(url)
  }

  /// A whole URL that replaces the base URL, as in `Endpoint.get(.url(page.next))`.
  public static func url(_ url: URL) -> RequestPath { RequestPath(absolute: url) }

  /// The problem of text that was written with a query, such as `"/todos?done=true"`; nil without one.
  static func problem(of text: String) -> String? {
    guard let mark = text.firstIndex(of: "?"), text[mark...].contains("=") else { return nil }
    return "the path “\(text[..<mark])?…” has a query, whose “?” would be sent as %3F: declare queryParams"
  }

  /// The problem of a path that begins with a value that begins with a slash, which is escaped: such a value is meant as a path
  /// itself, as in `"\(path)"`. nil for any other path. It is an error in debug builds only, because data may begin with a slash.
  var slashProblem: String? {
    guard case .relative(let text) = storage, text.hasPrefix("%2F") else { return nil }
    return "the path begins with a value that begins with “/”, which would be sent as %2F: for a path in a "
      + "variable, declare RequestPath(verbatim: path)"
  }

  private static func isWholeURL(_ text: String) -> Bool {
    URLScheme.endInWhole(text[...]) != nil && URLParts.isHTTP(scheme: URLParts(text[...]).scheme)
  }
}

extension RequestPath: ExpressibleByStringInterpolation {
  /// Creates a path from a literal without values, as ``init(verbatim:)`` does.
  ///
  /// A literal with a query, as in `"/todos?done=true"`, fails the call with ``NetworkRequestError/invalidRequest(_:)``.
  public init(stringLiteral literal: StaticString) {
    let text = literal.description
    self.init(verbatim: text)
    if let problem = Self.problem(of: text) { self.init(storage: .invalid(problem)) }
    if case .relative(let escaped) = storage { template = escaped }
  }

  /// Creates a path from literal text and escaped values.
  public init(stringInterpolation: StringInterpolation) {
    self = stringInterpolation.path
  }
}

extension RequestPath: CustomReflectable {
  /// The path or URL with secrets redacted, so that neither `print` nor `dump` shows them.
  public var customMirror: Mirror { Mirror(self, children: ["path": printable], displayStyle: .struct) }

  /// The path or URL with secrets redacted.
  var printable: String {
    switch storage {
    case .relative(let path): Redaction.standard.text(path)
    case .absolute(let url): url.printable
    case .invalid(let problem): Redaction.standard.text(problem)
    }
  }
}

extension RequestPath {
  /// The buffer that collects the literal text and the values of an interpolated path.
  ///
  /// Literals and labels are static, so that no value becomes part of the template.
  public struct StringInterpolation: StringInterpolationProtocol {
    private var text = ""
    private var template = ""
    private var problem: String?

    /// Creates an empty buffer with capacity for the path.
    public init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + 8 * interpolationCount)
    }

    /// Appends literal text, with its slashes kept and characters that a path cannot contain escaped.
    ///
    /// A query, as in `"/todos?page=\(page)"`, fails the call with ``NetworkRequestError/invalidRequest(_:)``.
    public mutating func appendLiteral(_ literal: StaticString) {
      let literal = literal.description
      problem = problem ?? RequestPath.problem(of: literal)
      let escaped = PercentEncoding.escape(literal, keeping: .path)
      text += escaped
      template += escaped
    }

    /// Appends the description of a value as one segment or part of one, with slashes escaped.
    ///
    /// - Parameter label: The name of the value in the template, where a value without a label is `{}`.
    public mutating func appendInterpolation(
      _ value: some CustomStringConvertible, as label: StaticString? = nil
    ) {
      append([value.description], as: label)
    }

    /// Appends a raw value, such as that of an enum, as one segment or part of one.
    public mutating func appendInterpolation<Value: RawRepresentable>(
      _ value: Value, as label: StaticString? = nil
    )
    where Value.RawValue: CustomStringConvertible {
      append([value.rawValue.description], as: label)
    }

    /// Appends the raw value of a type that has a description as well; the description is not sent.
    public mutating func appendInterpolation<Value: RawRepresentable & CustomStringConvertible>(
      _ value: Value, as label: StaticString? = nil
    )
    where Value.RawValue: CustomStringConvertible {
      append([value.rawValue.description], as: label)
    }

    /// Appends a value as one segment; nil omits the segment with the slash before it, in the template too.
    public mutating func appendInterpolation(
      _ value: (some CustomStringConvertible)?, as label: StaticString? = nil
    ) {
      if let value { return append([value.description], as: label) }
      guard text.utf8.last == UInt8(ascii: "/") else { return }
      text.unicodeScalars.removeLast()
      if template.utf8.last == UInt8(ascii: "/") { template.unicodeScalars.removeLast() }
    }

    /// Appends several segments with slashes between them, each segment escaped. In the template they are one value.
    public mutating func appendInterpolation(segments: [String], as label: StaticString? = nil) {
      append(segments, as: label)
    }

    private mutating func append(_ segments: [String], as label: StaticString?) {
      for (index, segment) in segments.enumerated() {
        if index > 0 { text += "/" }
        append(segment)
      }
      template += "{\(PercentEncoding.escape(label?.description ?? "", keeping: .unreserved))}"
    }

    private mutating func append(_ value: String) {
      if value.isEmpty {
        problem =
          problem
          ?? "a value of the path “\(text)…” is empty, which would lead to another path: pass a value, or nil to "
          + "omit the segment"
      }
      if value == "." || value == ".." {
        problem = problem ?? "a value of the path “\(text)…” is “\(value)”, which would lead to another path"
      }
      PercentEncoding.append(value, to: &text, keeping: .unreserved)
    }

    var path: RequestPath {
      RequestPath(storage: problem.map(Storage.invalid) ?? .relative(text), template: template)
    }
  }
}
