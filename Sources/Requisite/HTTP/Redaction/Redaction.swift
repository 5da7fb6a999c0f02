/// The rule that replaces secrets by `<redacted>` in descriptions, errors, logs and recordings.
///
/// ``standard`` removes the user name and password of a URL, and redacts the values of header fields, query items and
/// members of bodies whose names suggest a secret, such as `Authorization`, `X-Api-Key`, `access_token` and
/// `clientSecret`. Add names of your own, for a client or a request:
///
/// ```swift
/// let options = RequestOptions().with(\.redaction, Redaction(names: ["iban", "X-Customer"]))
/// ```
public struct Redaction: Sendable, Hashable {
  /// The default rule, which redacts what the library recognizes as secret.
  public static let standard = Redaction()
  /// The rule that redacts nothing, for local debugging only: logs and errors then contain passwords and tokens.
  public static let revealing = Redaction(isRevealing: true)

  /// The text that replaces a secret.
  package static let mark = "<redacted>"

  private let names: Set<String>
  package let isRevealing: Bool

  /// Creates a redaction that also redacts values with these names, in addition to those of ``standard``.
  ///
  /// - Parameter names: Names of header fields, query items and members, compared case-insensitively. None by default.
  public init(names: Set<String> = []) {
    self.init(names: names, isRevealing: false)
  }

  private init(names: Set<String> = [], isRevealing: Bool) {
    self.names = Set(names.map(ASCII.lowercased))
    self.isRevealing = isRevealing
  }

  /// A copy that also redacts values with these names; a copy of ``revealing`` still redacts nothing.
  public func hiding(_ names: Set<String>) -> Redaction {
    Redaction(names: self.names.union(names), isRevealing: isRevealing)
  }

  /// The printable value of a header field: `<redacted>` if its name suggests a secret; otherwise the value without the
  /// secrets in its URLs and parameters, as in `Location`, `Link` and `Refresh`.
  public func value(of field: HTTPHeader) -> String {
    hides(field.name.carriesCredentials, field.name.rawValue) ? Self.mark : text(field.value)
  }

  /// True if the value of a query item or member with this name is redacted.
  public func hidesValue(of name: String) -> Bool {
    hides(SecretName.matches(name), name)
  }

  private func hides(_ isSecret: Bool, _ name: String) -> Bool {
    !isRevealing && (isSecret || names.contains(ASCII.lowercased(name)))
  }

  /// The header fields with printable values: ``value(of:)`` of each field.
  public func headers(_ headers: HTTPHeaders) -> HTTPHeaders {
    HTTPHeaders(headers.map { HTTPHeader($0.name, value(of: $0)) })
  }
}

// Redaction of whole texts, queries and URLs.
extension Redaction {
  /// Text of any kind without its secrets.
  ///
  /// Redacts values whose names suggest a secret, in JSON, forms, cookies, XML and lines such as `password: …`; credentials
  /// such as `Bearer …`; and JSON Web Tokens. Removes user names and passwords of URLs.
  public func text(_ text: String) -> String {
    TextRedactor.redacted(text, by: self) ?? text
  }

  /// The items of a query or form, still percent-encoded, with secret values redacted. Separators are searched as bytes,
  /// because a combining mark after a `=` forms one character with it.
  package func query(_ text: String) -> String {
    guard !isRevealing else { return text }
    let names = JudgedNames(self, isAuthorizationFlow: AuthorizationFlow.isIn(text))
    var result: [UInt8] = []
    for item in Array(text.utf8).split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false) {
      if item.startIndex > 0 { result.append(UInt8(ascii: "&")) }
      let end = item.firstIndex(of: UInt8(ascii: "="))
      let name = item[..<(end ?? item.endIndex)]
      if end != nil, names.hides(name) {
        let text = String(decoding: name, as: UTF8.self)
        result += (TextRedactor.redacted(text, by: names) ?? text).utf8
        result += "=\(Self.mark)".utf8
      } else if name.allSatisfy(Self.plain.contains),
        item[name.endIndex...].dropFirst().allSatisfy(Self.plain.contains),
        !item.withUnsafeBufferPointer(ServiceToken.mayBe)
      {
        result += item
      } else {
        let text = String(decoding: item, as: UTF8.self)
        result += (TextRedactor.redacted(text, by: names) ?? text).utf8
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The bytes in which nothing can be found: neither another name nor a web token, which has dots. A name and value of
  /// them alone need no search.
  private static let plain = ByteSet(ByteSet.alphanumeric, "-_~")

  /// A malformed URL in printable form. Everything before its last `@` may be a password and is removed, but for a scheme.
  package func malformedURL(_ text: String) -> String {
    guard !isRevealing, let at = text.utf8.lastIndex(of: UInt8(ascii: "@")) else { return self.text(text) }
    let rest = String(text[text.utf8.index(after: at)...])
    let scheme = text.utf8.prefix(while: {
      $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "@")
    })
    let isWhole = text.utf8[scheme.endIndex...].starts(with: "://".utf8)
    return (isWhole ? String(Substring(scheme)) + "://" : "") + self.text(rest)
  }
}
