/// The rules for redirects: how many are followed, and which header fields are sent to another origin.
///
/// These rules apply under every policy (RFC 9110 §15.4): 301 and 302 change POST to GET, 303 changes every method but
/// HEAD to GET, and 307 and 308 keep method and body. A redirect from `https` to `http`, a body that would have to be
/// sent twice and cannot be, and two `Location` fields that differ fail the call.
///
/// Only fields that are known to be harmless are sent to another origin (scheme, host or port): `Accept`,
/// `Accept-Charset`, `Accept-Encoding`, `Accept-Language`, `User-Agent`, `Range`, the conditional fields, `Cache-Control`, `Pragma`, `Prefer`, `Priority`,
/// `traceparent` and `tracestate`; with the body, also its `Content-…` fields, `Digest`, `Repr-Digest` and `Idempotency-Key`. All
/// others are dropped, because a list of secret names is never complete. From `http` to `https` on the same host, both
/// at their default ports, only fields that ``HTTPHeaderName/carriesCredentials`` marks are dropped. A dropped field
/// does not return later in the chain.
///
/// ```swift
/// var options = RequestOptions()
/// options.redirects.forwardedHeaders = ["X-Tenant"]
/// ```
public struct RedirectPolicy: Sendable, Hashable {
  /// The maximum number of redirects; a further one fails the call with `.httpTooManyRedirects`, and with 0 every
  /// redirect is returned as a response.
  public var limit: Int
  /// The names of further header fields that are sent to any origin that a server names; empty by default.
  ///
  /// Never include a field that contains a credential.
  public var forwardedHeaders: Set<HTTPHeaderName>
  /// The names of header fields that are never sent to another origin, even if they are harmless; empty by default.
  public var sensitiveHeaders: Set<HTTPHeaderName>

  /// Creates a policy, with a limit of 20 redirects by default, as in the Fetch standard.
  public init(
    limit: Int = 20, forwardedHeaders: Set<HTTPHeaderName> = [], sensitiveHeaders: Set<HTTPHeaderName> = []
  ) {
    self.limit = limit
    self.forwardedHeaders = forwardedHeaders
    self.sensitiveHeaders = sensitiveHeaders
  }

  /// A policy that follows no redirects and returns each as a response.
  public static let none = RedirectPolicy(limit: 0)
}

extension RequestOptions {
  /// The rules for redirects; by default 20 are followed, as ``RedirectPolicy`` describes.
  public var redirects: RedirectPolicy {
    get { self[RedirectsKey.self] }
    set { self[RedirectsKey.self] = newValue }
  }
}

extension TransportRequest {
  /// Whether the chain goes on to the target of a redirect, or fails, without the body of its response.
  var followsRedirects: Bool { options.redirects.limit > 0 }
}

private enum RedirectsKey: RequestOptionKey { static let defaultValue = RedirectPolicy() }
