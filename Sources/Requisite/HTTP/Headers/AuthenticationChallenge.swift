/// A challenge in a `WWW-Authenticate` field: a scheme with parameters or a token (RFC 9110 §11.3).
///
/// ```swift
/// for challenge in response.headers.challenges
/// where challenge.scheme == "Bearer" {
///   print(challenge["error_description"] ?? "")
/// }
/// ```
public struct AuthenticationChallenge: Sendable, Hashable {
  /// The scheme as it was spelled; ``isScheme(_:)`` compares it case-insensitively.
  public let scheme: String
  /// The parameters in order, their values without quotes.
  public private(set) var parameters: [Parameter]
  /// The token that some schemes, such as `Negotiate`, send in place of parameters; nil otherwise.
  public let token: String?

  /// A parameter of a challenge, such as `realm="api"`.
  public struct Parameter: Sendable, Hashable {
    /// The name as it was spelled.
    public let name: String
    /// The value, without quotes or escapes.
    public let value: String

    /// Creates a parameter from a name and an unquoted value, for example in a test.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// Creates a challenge from its parts, for example in a test; nothing is checked.
  public init(scheme: String, parameters: [Parameter] = [], token: String? = nil) {
    self.scheme = scheme
    self.parameters = parameters
    self.token = token
  }

  /// The value of the first parameter with this name, compared case-insensitively; nil without such a parameter.
  public subscript(name: String) -> String? {
    parameters.first { ASCII.equalIgnoringCase($0.name, name) }?.value
  }

  /// True if the challenge has this scheme, compared case-insensitively.
  public func isScheme(_ name: String) -> Bool { ASCII.equalIgnoringCase(scheme, name) }
}

extension AuthenticationChallenge: PrintedByDescription {
  /// The challenge on one line as a server writes it, with secrets and the ``token`` redacted.
  public var description: String {
    let parts = parameters.map(\.text) + (token == nil ? [] : [Redaction.mark])
    return OneLine.printable(scheme + (parts.isEmpty ? "" : " ") + parts.joined(separator: ", "))
  }
}

extension AuthenticationChallenge.Parameter: PrintedByDescription {
  /// The parameter on one line, as in `realm="api"`, with secrets redacted.
  public var description: String { OneLine.printable(text) }

  fileprivate var text: String { "\(name)=\(HTTPQuoting.quoted(value))" }
}

extension HTTPHeaders {
  /// The challenges of all `WWW-Authenticate` fields, in order, at most 256 of each field; malformed parts are skipped.
  public var challenges: [AuthenticationChallenge] {
    values(for: .wwwAuthenticate).flatMap(AuthenticationChallenge.list)
  }
}

extension AuthenticationChallenge {
  /// Parses the challenges in a field value. Commas separate both challenges and parameters: a part that begins with a
  /// token without `=` begins the next challenge. Stops at the end of the 256th challenge: real servers send a few.
  static func list(_ text: String) -> [AuthenticationChallenge] {
    var challenges: [AuthenticationChallenge] = []
    for part in HTTPQuoting.list(text) {
      if let parameter = Parameter(part) {
        // Parameters before the first scheme are ignored.
        guard let last = challenges.indices.last else { continue }
        challenges[last].parameters.append(parameter)
      } else if let challenge = AuthenticationChallenge(part) {
        guard challenges.count < 256 else { break }
        challenges.append(challenge)
      }
    }
    return challenges
  }

  /// Parses a scheme and what follows it up to the first comma: nothing, a parameter or a token. Returns nil if the scheme
  /// is malformed.
  private init?(_ part: Substring) {
    let space = part.firstIndex(ofByte: ASCII.isWhitespace) ?? part.endIndex
    guard Token.isValid(part[..<space]) else { return nil }
    let rest = ASCII.trimmed(part[space...])
    let parameter = rest.isEmpty ? nil : Parameter(rest)
    self.init(
      scheme: String(part[..<space]), parameters: parameter.map { [$0] } ?? [],
      token: parameter == nil && !rest.isEmpty ? String(rest) : nil)
  }
}

extension AuthenticationChallenge.Parameter {
  /// Parses `name="value"` or `name=value`, with optional white space around the equals sign. A value without quotes reaches to the
  /// comma: cameras send `realm=My Camera` and `nonce=MTQ==`, which RFC 9110 §11.2 has in quotes. Nothing but equals signs after the
  /// name is the end of a token, as in `Negotiate YII=`.
  fileprivate init?(_ text: Substring) {
    if let (name, value) = HTTPQuoting.parameter(text) {
      self.init(name, value)
      return
    }
    guard let (name, value) = HTTPQuoting.nameAndText(text),
      !value.utf8.allSatisfy({ $0 == UInt8(ascii: "=") }), !value.utf8.contains(UInt8(ascii: "\""))
    else { return nil }
    self.init(String(name), String(value))
  }
}
