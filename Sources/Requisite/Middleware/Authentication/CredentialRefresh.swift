/// Work that gets a credential which calls may be waiting for, such as the refresh of a ``BearerAuthenticator``.
///
/// A call of such work waits for no call that may be waiting for its result: a throttle gives it no place, a circuit breaker
/// neither refuses nor counts it, deduplication lets it join no other call, and a cache passes it on. A layer of your own
/// that lets calls wait for one another, or refuses them because of others, does the same:
///
/// ```swift
/// func send(
///   _ request: TransportRequest
/// ) async throws(NetworkRequestError) -> TransportResponse {
///   if !CredentialRefresh.isUnderWay { await turnstile.pass() }
///   return try await upstream.send(request)
/// }
/// ```
public enum CredentialRefresh {
  /// True in a task that gets a credential, and in the tasks that it starts; false by default.
  ///
  /// ``BearerAuthenticator`` sets it for each refresh. An ``Authenticator`` of your own that gets its credential through the
  /// stack that it is part of sets it too:
  ///
  /// ```swift
  /// let token = try await CredentialRefresh.$isUnderWay.withValue(true) {
  ///   try await logIn(nil)
  /// }
  /// ```
  @TaskLocal public static var isUnderWay = false
}
