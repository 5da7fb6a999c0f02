/// Which redirects are followed, and what goes along.
///
/// The rules that hold under every policy (RFC 9110 §15.4): 301 and 302 turn a POST into a GET, 303 turns all but
/// HEAD into a GET, 307 and 308 keep method and body; `https` is never left for `http`; to another origin — scheme,
/// host and port — no header goes along that ``HTTPHeaderName/carriesCredentials``, and none of
/// ``sensitiveHeaders``; a body that cannot be sent twice ends the chain.
public struct RedirectPolicy: Sendable, Hashable {
  /// How many redirects are followed before the call fails with `.httpTooManyRedirects`; 0 follows none and returns
  /// the redirect as a response.
  public var limit: Int
  /// Names of further header fields that stay with the origin they were made for.
  public var sensitiveHeaders: Set<HTTPHeaderName>

  /// Makes a policy. 20 redirects by default, as in the Fetch standard.
  public init(limit: Int = 20, sensitiveHeaders: Set<HTTPHeaderName> = []) {
    self.limit = limit
    self.sensitiveHeaders = sensitiveHeaders
  }

  /// Follows none: a redirect is a response like any other.
  public static let none = RedirectPolicy(limit: 0)
}
