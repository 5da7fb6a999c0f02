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

  /// The value of a header field as it may be printed.
  public func value(of field: HTTPHeader) -> String {
    hides(field.name.carriesCredentials, field.name.rawValue) ? Self.mark : field.value
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
