/// What is left out where requests and responses are printed: in descriptions, errors, logs and recordings.
///
/// The standard one leaves out the user name and password of a URL, and the values of header fields, query items and
/// members of bodies whose names speak of a secret, as `Authorization`, `X-Api-Key`, `access_token` and
/// `clientSecret`. Add the names of your own, for a client or a request:
///
/// ```swift
/// let options = RequestOptions().with(\.redaction, Redaction(names: ["iban", "X-Customer"]))
/// ```
public struct Redaction: Sendable, Hashable {
  /// Nothing but what is known to be secret.
  public static let standard = Redaction()
  /// Nothing is left out. For the eyes of a developer alone.
  public static let revealing = Redaction(isRevealing: true)

  /// What stands in the place of a secret.
  package static let mark = "<redacted>"

  private let names: Set<String>
  package let isRevealing: Bool

  /// Makes a redaction that also leaves out what has one of these names, whatever their case.
  public init(names: Set<String> = []) {
    self.init(names: names, isRevealing: false)
  }

  private init(names: Set<String> = [], isRevealing: Bool) {
    self.names = Set(names.map(ASCII.lowercased))
    self.isRevealing = isRevealing
  }

  /// The same redaction, which also leaves out what has one of these names. One that reveals stays one.
  public func hiding(_ names: Set<String>) -> Redaction {
    Redaction(names: self.names.union(names), isRevealing: isRevealing)
  }

  /// The value of a header field as it may be printed: the mark if its name speaks of a secret, and no secrets in its
  /// URLs and parameters, as in `Location`, `Link` and `Refresh`.
  public func value(of field: HTTPHeader) -> String {
    hides(field.name.carriesCredentials, field.name.rawValue) ? Self.mark : text(field.value)
  }

  /// Whether the value of a query item or a member of that name is left out.
  public func hidesValue(of name: String) -> Bool {
    hides(SecretName.matches(name), name)
  }

  private func hides(_ isSecret: Bool, _ name: String) -> Bool {
    !isRevealing && (isSecret || names.contains(ASCII.lowercased(name)))
  }

  /// The header fields as they may be printed.
  public func headers(_ headers: HTTPHeaders) -> HTTPHeaders {
    HTTPHeaders(headers.map { HTTPHeader($0.name, value(of: $0)) })
  }
}

// All that is printed goes through these.
extension Redaction {
  /// Text of any kind without the secrets in it: the values of names that speak of one in JSON, forms, cookies, XML and
  /// lines such as `password: …`; user names and passwords of URLs; credentials such as `Bearer …`, and JSON Web Tokens.
  public func text(_ text: String) -> String {
    TextRedactor.redacted(text, by: self) ?? text
  }

  /// The items of a query or form, still escaped, without the values of secrets. Separators are found as bytes,
  /// because a combining mark after a `=` forms one character with it.
  package func query(_ text: String) -> String {
    guard !isRevealing else { return text }
    let isFlow = AuthorizationFlow.isIn(text)
    return text.utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).map {
      part -> String in
      let item = String(Substring(part))
      let whole = TextRedactor.redacted(item, by: self, isAuthorizationFlow: isFlow) ?? item
      let sides = ASCII.nameAndValue(item[...])
      guard sides.value != nil else { return whole }
      let name = String(sides.name)
      let plainName = Unescaping.name(Array(name.utf8)[...])
      guard hidesValue(of: plainName) || isFlow && ASCII.equalIgnoringCase(plainName, "code") else {
        return whole
      }
      return "\(name)=\(Self.mark)"
    }
    .joined(separator: "&")
  }

  /// Text that was meant to be a URL and is malformed: everything before its last `@` may be a password and is left out.
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
