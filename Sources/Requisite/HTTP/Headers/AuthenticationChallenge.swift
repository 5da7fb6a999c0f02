/// A challenge of `WWW-Authenticate` (RFC 9110 §11.3): a scheme with its parameters or a token.
///
/// ```swift
/// for challenge in response.headers.challenges where challenge.scheme == "Bearer" {
///   print(challenge["error_description"] ?? "")
/// }
/// ```
public struct AuthenticationChallenge: Sendable, Hashable {
  /// The scheme as it was spelled; compared without regard to case by ``isScheme(_:)``.
  public let scheme: String
  /// The parameters in their order, quotes taken off.
  public let parameters: [Parameter]
  /// The token that some schemes have in place of parameters, as `Negotiate` has.
  public let token: String?

  /// One name and its value.
  public struct Parameter: Sendable, Hashable {
    /// The name as it was spelled.
    public let name: String
    /// The value, quotes taken off.
    public let value: String

    /// Makes a parameter of a name and an unquoted value.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// Makes a challenge of its parts, such as for a test.
  public init(scheme: String, parameters: [Parameter] = [], token: String? = nil) {
    self.scheme = scheme
    self.parameters = parameters
    self.token = token
  }

  /// The value of the first parameter of that name, the case of letters aside.
  public subscript(name: String) -> String? {
    parameters.first { ASCII.equalIgnoringCase($0.name, name) }?.value
  }

  /// Whether it is of that scheme, the case of letters aside.
  public func isScheme(_ name: String) -> Bool { ASCII.equalIgnoringCase(scheme, name) }
}

extension HTTPHeaders {
  /// The challenges of all `WWW-Authenticate` fields, in their order. What cannot be read is left out.
  public var challenges: [AuthenticationChallenge] {
    values(for: .wwwAuthenticate).flatMap(AuthenticationChallenge.list)
  }
}

extension AuthenticationChallenge {
  /// The challenges in the value of a field. Commas stand between challenges and between parameters alike: a part that
  /// begins with a word and no `=` begins the next challenge.
  static func list(_ text: String) -> [AuthenticationChallenge] {
    var challenges: [AuthenticationChallenge] = []
    var current: AuthenticationChallenge?
    var further: [Parameter] = []
    func end() {
      guard let challenge = current else { return }
      challenges.append(
        AuthenticationChallenge(
          scheme: challenge.scheme, parameters: challenge.parameters + further, token: challenge.token))
    }
    for part in HTTPQuoting.split(text, at: ",") where !part.isEmpty {
      if let parameter = Parameter(part) {
        // Parameters before the first scheme are ignored.
        if current != nil { further.append(parameter) }
      } else if let challenge = AuthenticationChallenge(part) {
        end()
        (current, further) = (challenge, [])
      }
    }
    end()
    return challenges
  }

  /// Reads the scheme and the text after it up to the first comma: empty, a parameter or a token.
  private init?(_ part: Substring) {
    let space = part.utf8.firstIndex(where: ASCII.isWhitespace) ?? part.endIndex
    guard Token.isValid(part[..<space]) else { return nil }
    let rest = ASCII.trimmed(part[space...])
    let parameter = Parameter(rest)
    self.init(
      scheme: String(part[..<space]), parameters: parameter.map { [$0] } ?? [],
      token: parameter == nil && !rest.isEmpty ? String(rest) : nil)
  }
}

extension AuthenticationChallenge.Parameter {
  /// Reads `name=value` or `name="value"`; there may be white space round the sign.
  fileprivate init?(_ text: Substring) {
    guard let (name, value) = HTTPQuoting.parameter(text) else { return nil }
    self.init(name, value)
  }
}
