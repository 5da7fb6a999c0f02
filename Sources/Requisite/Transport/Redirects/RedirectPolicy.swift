/// Which redirects are followed, and which header fields go along.
///
/// These rules hold under every policy (RFC 9110 §15.4): 301 and 302 turn a POST into a GET, 303 turns all but
/// HEAD into a GET, 307 and 308 keep method and body; `https` is never left for `http`; a body that cannot be sent twice
/// ends the chain; so do two `Location` fields that differ.
///
/// To another origin (scheme, host or port) only fields go along that are known to be harmless: `Accept` and `Accept-…`,
/// `User-Agent`, `Range`, the conditional fields, `Cache-Control`, `Pragma`, `Prefer`, `Priority`, `traceparent` and
/// `tracestate`; where the body goes along, `Content-…` and `Idempotency-Key` as well. All others stay behind, for a list
/// of names that are secret is never complete. From `http` to `https` on the same host, both at their default ports, only
/// fields stay behind that ``HTTPHeaderName/carriesCredentials``. What was left behind does not come back later in
/// the chain.
///
/// ```swift
/// var options = RequestOptions()
/// options.redirects.forwardedHeaders = ["X-Tenant"]
/// ```
public struct RedirectPolicy: Sendable, Hashable {
  /// How many redirects are followed before the call fails with `.httpTooManyRedirects`; 0 follows none and returns
  /// the redirect as a response.
  public var limit: Int
  /// Names of further header fields that go along to any origin that a server names. Never name one that holds a
  /// credential. None by default.
  public var forwardedHeaders: Set<HTTPHeaderName>
  /// Names of header fields that always stay with the origin they were made for, harmless or not.
  public var sensitiveHeaders: Set<HTTPHeaderName>

  /// Makes a policy. 20 redirects by default, as in the Fetch standard.
  public init(
    limit: Int = 20, forwardedHeaders: Set<HTTPHeaderName> = [], sensitiveHeaders: Set<HTTPHeaderName> = []
  ) {
    self.limit = limit
    self.forwardedHeaders = forwardedHeaders
    self.sensitiveHeaders = sensitiveHeaders
  }

  /// Follows none: a redirect is a response like any other.
  public static let none = RedirectPolicy(limit: 0)
}

extension RequestOptions {
  /// Which redirects are followed. See ``RedirectPolicy`` for the rules.
  public var redirects: RedirectPolicy {
    get { self[RedirectsKey.self] }
    set { self[RedirectsKey.self] = newValue }
  }
}

private enum RedirectsKey: RequestOptionKey { static let defaultValue = RedirectPolicy() }
