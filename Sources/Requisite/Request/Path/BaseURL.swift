/// The URL that the paths of requests are appended to, such as `https://api.example.com/v1`.
///
/// The text is parsed once. If it is not an `http` or `https` URL, the program does not stop: every call fails with
/// ``NetworkRequestError/invalidRequest(_:)``, which says what is wrong.
public struct BaseURL: Sendable, Hashable {
  /// The text that the base URL was created from, without white space at its ends, and with `http` or `https` in place of `ws` or `wss`.
  public let text: String
  /// The origin of the valid base URL.
  let origin: Origin
  private let prefix: String
  private let problem: String?

  /// Parses a base URL: `http` or `https`, a host, an optional port and path; no user, no query and no fragment. White space at its
  /// ends, such as the line break of a file, is removed; within the URL, it is an error. `ws` and `wss`, the
  /// schemes of WebSockets (RFC 6455 §3), are the same as `http` and `https`: both kinds of requests go to one server.
  ///
  /// A host that is not ASCII is encoded by Foundation from macOS 14, iOS 17, tvOS 17 and watchOS 10 on. On older systems, and
  /// on Linux without the trait FoundationNetworking, it fails: write it in its `xn--` form.
  public init(_ text: String) {
    let text = Self.httpForm(of: Self.trimmed(text))
    self.text = text
    do throws(Problem) {
      prefix = try Self.prefix(of: text)
      problem = nil
    } catch {
      prefix = ""
      problem = "the base URL “\(Redaction.standard.malformedURL(text))” \(error.message)"
    }
    origin = Origin(prefix)
  }

  private struct Problem: Error {
    let message: String
  }

  /// A password in a URL would stand in logs and in the `url` of responses (RFC 9110 §4.2.4).
  fileprivate static let userAdvice =
    "give it to the stack as a credential, such as .authenticated(with: .basic(user:password:))"

  /// The URL with `.` and `..` in its path resolved, without slashes at its end.
  private static func prefix(of text: String) throws(Problem) -> String {
    guard !text.unicodeScalars.contains(where: \.properties.isWhitespace) else {
      throw Problem(message: "contains white space: remove it, or write %20 if it is part of the path")
    }
    guard let url = URL(string: URLParts.escaped(text)) else {
      // Before macOS 14 and iOS 17, Foundation knows no host that is not ASCII.
      let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
      let hint = isASCII ? "" : ": write a host that is not ASCII in its xn-- form (RFC 5890)"
      throw Problem(message: "is not a URL\(hint)")
    }
    let parts = URLParts(url)
    try check(url, parts)
    var path = parts.path
    if DotSegments.occur(in: path.utf8) {
      guard let inside = DotSegments.removed(from: Substring(path.utf8.drop { $0 == UInt8(ascii: "/") }))
      else {
        throw Problem(message: "has too many “..”: it leads above the root of the host")
      }
      path = "/\(inside)"
    }
    let end = path.utf8.lastIndex { $0 != UInt8(ascii: "/") }.map(path.utf8.index(after:))
    return "\(parts.scheme)://\(parts.authority)\(path[..<(end ?? path.startIndex)])"
  }

  private static func check(_ url: URL, _ parts: URLParts) throws(Problem) {
    guard URLParts.isHTTP(scheme: parts.scheme) else { throw Problem(message: "is neither http nor https") }
    guard !parts.host.isEmpty else { throw Problem(message: "has no host") }
    guard parts.userInfo == nil else { throw Problem(message: "names a user: \(BaseURL.userAdvice)") }
    guard parts.hasValidPort else {
      throw Problem(message: "has an invalid port: it must be from 0 to 65535")
    }
    guard url.query(percentEncoded: true) == nil else {
      throw Problem(message: "has a query: declare it as queryParams of the requests")
    }
    guard url.fragment(percentEncoded: true) == nil else {
      throw Problem(message: "has a fragment: remove the text from # on")
    }
  }

  private static func trimmed(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return String(scalars[first...last])
  }

  /// The text with `http` or `https` in place of `ws` or `wss`, the schemes of a WebSocket, whose handshake is a request of HTTP.
  static func httpForm(of text: String) -> String {
    for (scheme, form) in [("ws://", "http://"), ("wss://", "https://")] {
      if ASCII.hasPrefix(text, ignoringCase: scheme) { return form + text.dropFirst(scheme.count) }
    }
    return text
  }
}

extension BaseURL {
  /// The valid base URL without slashes at its end.
  ///
  /// - Throws: ``NetworkRequestError/invalidRequest(_:)`` if the base URL is malformed.
  func resolved() throws(NetworkRequestError) -> Resolved {
    if let problem { throw .invalidRequest(.baseURL, problem) }
    return Resolved(prefix: prefix)
  }
}

extension BaseURL {
  /// True if `url` has the scheme, host and port of this base URL.
  func isOrigin(of url: URL) -> Bool {
    problem == nil && origin == Origin(url)
  }
}

extension BaseURL {
  /// `https://authority.invalid`, for requests whose stack sets the host, and for whole URLs: a name that no server has
  /// (RFC 6761 §6.4).
  public static let unset: BaseURL = "https://authority.invalid"
}

extension BaseURL: PrintedByDescription {
  /// The URL without user name, password and secret query items.
  public var description: String {
    guard problem == nil, let url = URL(string: URLParts.escaped(text)) else {
      return Redaction.standard.malformedURL(text)
    }
    return url.printable
  }
}

/// A type that can be given as a base URL: ``BaseURL``, `String` or `URL`.
public protocol BaseURLConvertible: Sendable {
  /// The value as a base URL; a malformed one fails each call, not this property.
  var asBaseURL: BaseURL { get }
}

extension BaseURL: BaseURLConvertible, ExpressibleByStringInterpolation {
  /// Parses a base URL from a literal; a malformed one fails each call, not the initializer.
  public init(stringLiteral text: String) {
    self.init(text)
  }

  /// The base URL itself.
  public var asBaseURL: BaseURL { self }
}

extension String: BaseURLConvertible {
  /// The text, parsed as a base URL.
  public var asBaseURL: BaseURL { BaseURL(self) }
}

extension URL: BaseURLConvertible {
  /// The absolute form of the URL as a base URL.
  public var asBaseURL: BaseURL { BaseURL(absoluteString) }
}

extension BaseURL {
  /// A valid base URL, which paths and queries can be appended to.
  struct Resolved {
    /// The scheme, authority and base path, without a slash at the end.
    let prefix: String

    /// The URL of a path and a query below this base URL. The base path is kept, with exactly one slash before the path.
    func url(path: RequestPath, query: QueryParams) throws(NetworkRequestError) -> URL {
      var text: String
      switch path.storage {
      case .invalid(let problem): throw .invalidRequest(.path, problem)
      case .absolute(let url): text = try Self.whole(url)
      case .relative(let relative): text = try below(relative)
      }
      if try !query.checkedItems(of: .query).isEmpty { append(query, to: &text) }
      guard let url = URL(string: text) else {
        throw .invalidRequest(.path, "“\(Redaction.standard.malformedURL(text))” is not a URL")
      }
      return url
    }

    /// The template of the path of ``url(path:query:)``: the base URL's path, and below it `template`, that of the request's path.
    func template(_ template: String) -> String? {
      Self.joined(template, below: String(URLParts(prefix[...]).path)).map { $0.isEmpty ? "/" : $0 }
    }

    private func below(_ path: String) throws(NetworkRequestError) -> String {
      guard let text = Self.joined(path, below: prefix) else {
        throw .invalidRequest(
          .path,
          "the path “\(path)” has too many “..”: it leads out of the base URL; to replace the base URL, "
            + "declare the path as a URL")
      }
      return text
    }

    /// Joins with exactly one slash; nil for a path that leads out of the base.
    private static func joined(_ path: String, below base: String) -> String? {
      guard !path.isEmpty else { return base }
      let slash = UInt8(ascii: "/")
      if path.utf8.first == slash, path.utf8.dropFirst().first != slash, !DotSegments.occur(in: path.utf8) {
        return base + path
      }
      let relative = path[(path.utf8.firstIndex { $0 != slash } ?? path.endIndex)...]
      return DotSegments.removed(from: relative).map { "\(base)/\($0)" }
    }

    private static func whole(_ url: URL) throws(NetworkRequestError) -> String {
      guard URLParts(url).isHTTP else {
        throw .invalidRequest(.path, "“\(url.printable)” is not a complete http or https URL")
      }
      guard URLParts(url).userInfo == nil else {
        throw .invalidRequest(.path, "“\(url.printable)” names a user: \(BaseURL.userAdvice)")
      }
      let text = url.absoluteString
      return text.utf8.firstIndex(of: UInt8(ascii: "#")).map { String(text[..<$0]) } ?? text
    }

    private func append(_ query: QueryParams, to text: inout String) {
      if !text.utf8.contains(UInt8(ascii: "?")) {
        text += "?"
      } else if text.utf8.last != UInt8(ascii: "?") && text.utf8.last != UInt8(ascii: "&") {
        text += "&"
      }
      text += query.encoded
    }
  }
}
