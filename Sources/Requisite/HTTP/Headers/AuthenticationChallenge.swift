/// What a server asks for in `WWW-Authenticate` (RFC 9110 §11.3): a scheme, and what it says about it.
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

    /// Makes a parameter.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// Makes a challenge.
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
