/// The rule that replaces secrets by `<redacted>` in descriptions, errors, logs and recordings.
///
/// A value is hidden by the place where it stands, or by its shape:
///
/// - a header field, unless its name is one of ``harmlessFields``;
/// - user name and password of a URL;
/// - an item of a query, fragment or form, a part of a multipart form and a member of JSON whose name is one of
///   ``secretNames``;
/// - a credential that its shape reveals, in any text: the token after `Bearer`, a JSON Web Token, a private key in PEM, and
///   the tokens of services with a prefix of their own, such as `ghp_…`.
///
/// Other text is not understood: a password in HTML, in a line of a log or in a command is shown. <doc:Security> lists what
/// is hidden. Add names, or exempt some, for a client or a request:
///
/// ```swift
/// let rule = Redaction.standard.hiding(["iban"]).showing([
///   "X-Customer", "signature",
/// ])
/// let options = RequestOptions().with(\.redaction, rule)
/// ```
public struct Redaction: Sendable, Hashable {
  /// The default rule: ``secretNames`` are hidden, ``harmlessFields`` are shown.
  public static let standard = Redaction()
  /// The rule that redacts nothing, for local debugging only: logs and errors then contain passwords and tokens.
  public static let revealing = Redaction(isRevealing: true)

  /// The text that replaces a secret.
  package static let mark = "<redacted>"

  private var hidden: Set<RedactedName> = []
  private var shown: Set<RedactedName> = []
  package let isRevealing: Bool

  private init(isRevealing: Bool = false) {
    self.isRevealing = isRevealing
  }

  /// A copy that also hides header fields, items and members with these names, compared as ``secretNames`` are. A copy of
  /// ``revealing`` still redacts nothing.
  public func hiding(_ names: Set<String>) -> Redaction {
    var copy = self
    let names = names.map(RedactedName.init)
    copy.hidden.formUnion(names)
    copy.shown.subtract(names)
    return copy
  }

  /// A copy that shows header fields, items and members with these names, whether they were hidden by the standard or by
  /// ``hiding(_:)``. Values that look like credentials are still hidden.
  public func showing(_ names: Set<String>) -> Redaction {
    var copy = self
    let names = names.map(RedactedName.init)
    copy.shown.formUnion(names)
    copy.hidden.subtract(names)
    return copy
  }

  /// True if the value of an item or member with this name is hidden.
  public func hidesValue(of name: String) -> Bool {
    guard !isRevealing else { return false }
    let name = RedactedName(name)
    return hidden.contains(name) || RedactedName.standard.contains(name) && !shown.contains(name)
  }

  /// True if the value of a header field with this name is hidden.
  package func hides(_ field: HTTPHeaderName) -> Bool {
    guard !isRevealing else { return false }
    let name = RedactedName(field.rawValue)
    return hidden.contains(name) || !Self.harmlessFields.contains(field) && !shown.contains(name)
  }

  /// The printable value of a header field: `<redacted>`, or the value as ``text(_:)`` returns it.
  public func value(of field: HTTPHeader) -> String {
    hides(field.name) ? Self.mark : text(field.value)
  }

  /// The header fields with printable values: ``value(of:)`` of each field.
  public func headers(_ headers: HTTPHeaders) -> HTTPHeaders {
    HTTPHeaders(headers.map { HTTPHeader($0.name, value(of: $0)) })
  }
}

// Redaction of whole texts, queries and URLs.
extension Redaction {
  /// Text without the secrets in its URLs and without values that look like credentials. Text that begins with `{` or `[`
  /// is redacted as JSON.
  ///
  /// Items of a relative URL are found too, after its `?`. Any other text is returned as it is.
  public func text(_ text: String) -> String {
    JSONRedactor.isBegun(by: text) ? json(text) : redacted(text, as: .text)
  }

  /// The URL without user name and password, with the values of secret items in its query and fragment redacted.
  public func url(_ url: URL) -> String { self.url(url.absoluteString) }

  /// The URL, as text, redacted once more: a `URL` of text with the mark would be percent-encoded as a whole.
  package func url(_ text: String) -> String { redacted(text, as: .url) }

  /// The items of a query or form, still percent-encoded, with secret values redacted.
  package func query(_ text: String) -> String { redacted(text, as: .form) }

  /// JSON, also if it is cut off, or lines of JSON: values of secret members are replaced by the mark, 0 or false.
  package func json(_ text: String) -> String {
    isRevealing ? text : redacted(JSONRedactor.redacted(text, by: self) ?? text, as: .text)
  }

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

  private func redacted(_ text: String, as form: TextRedactor.Form) -> String {
    isRevealing ? text : TextRedactor.redacted(text, by: self, as: form) ?? text
  }
}

extension URL {
  /// The URL in printable form, redacted by ``Redaction/standard``.
  var printable: String { Redaction.standard.url(self) }
}
