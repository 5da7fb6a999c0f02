import RequisiteTesting

@testable import Requisite

/// Who is logged in, which layers as users write them read.
final class Session: Sendable {
  private let current: Locked<String?>

  init(_ user: String? = nil) { current = Locked(user) }

  var user: String? {
    get { current.withLock { $0 } }
    set { current.withLock { $0 = newValue } }
  }
}

/// What a layer of a user's own does with a request, and how it passes on the response.
struct Custom: Transport {
  let upstream: any Transport
  var change: @Sendable (inout TransportRequest) -> Void = { _ in }
  /// True if the response is built from the parts of the one that it received.
  var isBuiltAnew = false
  /// True if the request is built from the parts of the one that it received.
  var buildsRequest = false

  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    var sent = request
    if buildsRequest {
      sent = TransportRequest(
        method: request.method, url: request.url, headers: request.headers, delivery: request.delivery)
    }
    change(&sent)
    let response = try await upstream.send(sent)
    guard isBuiltAnew else { return response }
    return TransportResponse(
      status: response.status, headers: response.headers, url: request.url, body: response.body)
  }

  /// A layer that adds the credential of whoever is logged in.
  static func signing(_ upstream: any Transport, _ session: Session, isBuiltAnew: Bool = true) -> Custom {
    Custom(
      upstream: upstream, change: { $0.headers[.authorization] = session.user }, isBuiltAnew: isBuiltAnew)
  }
}

/// A layer, or a base, that names no upstream.
final class Hidden: Transport {
  private let inner: any Transport
  init(_ inner: any Transport) { self.inner = inner }

  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    try await inner.send(request)
  }
}

/// A base that is no terminal transport: it answers with what its closure makes of the request.
struct AnsweringTransport: Transport {
  let answer: @Sendable (TransportRequest) -> TransportResponse

  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    answer(request)
  }
}

extension StubTransport {
  /// A server whose response is the credential, the cookie, the key and the query that it was sent, and may be cached.
  static func echoingUser(_ headers: HTTPHeaders = [:], on clock: TestClock? = nil) -> StubTransport {
    StubTransport(clock: clock.map { CallClock($0) } ?? .continuous) {
      On.any().respond { request in
        var fields: HTTPHeaders = [.cacheControl: "max-age=60"]
        fields.merge(headers)
        let response = StubResponse.text(Self.user(of: request.headers, request.url), headers: fields)
        return clock == nil ? response : response.after(.seconds(1))
      }
    }
  }

  static func user(of headers: HTTPHeaders, _ url: URL) -> String {
    let names: [HTTPHeaderName] = [.authorization, .cookie, "X-Api-Key"]
    return names.map { headers[$0] ?? "" }.joined() + (url.query ?? "")
  }
}
