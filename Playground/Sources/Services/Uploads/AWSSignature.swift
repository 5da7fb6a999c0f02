import Foundation
import Requisite

/// Signs requests by AWS Signature Version 4, in a header field or, with ``presigned(_:_:lasting:)``, in the URL.
struct AWSSignature: Authenticator {
  nonisolated struct Keys: Sendable {
    var id: String
    var secret: Secret
    /// The token of temporary keys.
    var sessionToken: String?
  }

  /// How much the server's clock is ahead.
  private actor Skew {
    var seconds: TimeInterval = 0
    func set(_ seconds: TimeInterval) { self.seconds = seconds }
  }

  let region: String
  let service: String
  /// The account that the keys are of, for caches: temporary keys change, their account does not.
  let account: String
  /// Fetched for each request, because temporary keys expire.
  let keys: @Sendable () async throws -> Keys
  var clock: @Sendable () -> Date = { Date() }
  private let skew = Skew()

  init(
    region: String, service: String = "s3", account: String,
    clock: @escaping @Sendable () -> Date = { Date() },
    keys: @escaping @Sendable () async throws -> Keys
  ) {
    (self.region, self.service, self.account, self.clock, self.keys) = (region, service, account, clock, keys)
  }

  // MARK: The authenticator

  func authenticate(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportRequest {
    do {
      let keys = try await keys(), time = AWSTime(clock().addingTimeInterval(await skew.seconds))
      var request = request
      let payload = try await payload(of: request)
      request.headers["X-Amz-Date"] = time.text
      request.headers["X-Amz-Security-Token"] = keys.sessionToken
      if service == "s3" || payload == Self.unsigned { request.headers["X-Amz-Content-Sha256"] = payload }
      let signed = AWSCanonicalRequest(
        request, query: request.query.items, payload: payload, isS3: service == "s3")
      let signature = signed.signature(keys.secret, time: time, scope: scope(time))
      request.headers[.authorization] =
        "AWS4-HMAC-SHA256 Credential=\(keys.id)/\(scope(time)), SignedHeaders=\(signed.names), Signature=\(signature)"
      return request
    } catch { throw NetworkRequestError(error, request: request) }
  }

  /// After a 403 whose clock is another: the retry is signed with the server's time.
  func shouldRepeat(after response: AuthenticatedResponse) async -> Bool {
    guard response.status == 403, response.number == 1, let date = response.headers.date(of: "Date"),
      let sent = response.sent.headers["X-Amz-Date"].flatMap(AWSTime.init),
      abs(date.timeIntervalSince(sent.date)) > 300
    else { return false }
    await skew.set(date.timeIntervalSince(clock()))
    return true
  }

  func identity(of request: TransportRequest) async -> String? { account }

  // MARK: Signed URLs

  /// Returns a URL with which anyone may send one request, for a limited time.
  func presigned(
    _ method: HTTPMethod = .get, _ url: URL, lasting lifetime: Duration = .seconds(900)
  ) async throws -> URL {
    let keys = try await keys(), time = AWSTime(clock().addingTimeInterval(await skew.seconds))
    let request = TransportRequest(method: method, url: url)
    var items =
      request.query.items + [
        .init("X-Amz-Algorithm", "AWS4-HMAC-SHA256"), .init("X-Amz-Credential", "\(keys.id)/\(scope(time))"),
        .init("X-Amz-Date", time.text), .init("X-Amz-Expires", "\(lifetime.components.seconds)"),
        .init("X-Amz-SignedHeaders", "host"),
      ]
    if let token = keys.sessionToken { items.append(.init("X-Amz-Security-Token", token)) }
    let isS3 = service == "s3", payload = isS3 ? Self.unsigned : FileDigest.sha256(of: [UInt8]()).hexadecimal
    let signed = AWSCanonicalRequest(request, query: items, payload: payload, isS3: isS3)
    items.append(.init("X-Amz-Signature", signed.signature(keys.secret, time: time, scope: scope(time))))
    let base = url.absoluteString.prefix { $0 != "?" && $0 != "#" }
    guard let signedURL = URL(string: "\(base)?\(AWSCanonicalRequest.text(of: items))") else {
      throw NetworkRequestError.invalidRequest(InvalidRequest(.query, "the URL cannot be signed: \(base)"))
    }
    return signedURL
  }

  // MARK: Parts

  private static let unsigned = "UNSIGNED-PAYLOAD"

  private func scope(_ time: AWSTime) -> String { "\(time.day)/\(region)/\(service)/aws4_request" }

  /// The hash of the body; for a stream that can be read only once, what says that TLS alone protects it.
  private func payload(of request: TransportRequest) async throws -> String {
    if let own = request.headers["X-Amz-Content-Sha256"] { return own }
    if request.body.isReplayable { return try await FileDigest.sha256(of: request.body).hexadecimal }
    guard request.url.scheme == "https" else {
      throw NetworkRequestError.invalidRequest(
        InvalidRequest(.body, "a stream that is read once can be signed only over https"))
    }
    return Self.unsigned
  }
}
