import RequisiteTesting

@testable import Requisite

/// A request that reached the server, and what the server saw in it.
struct Exchange: Sendable {
  let number: Int
  let call: TransportRequest.ID
  let method: HTTPMethod
  /// The last part of the path; of a page that a link led to, its number and that.
  let resource: String
  let isAbroad: Bool
  let isRedirected: Bool
  /// True if the request asks for a coding itself, so that the response is not decoded.
  let isRaw: Bool
  let isForEvents: Bool
  let users: [Slot: String]
  /// The body; nil if it was compressed, or was not read.
  var body: String?
  let answer: ServerAnswer
  /// The number of requests that may have changed the resource before.
  var version = 0
}

/// A server in memory: it answers each request with the number of the exchange, by which the test finds what it saw.
final class ModelServer: TerminalTransport {
  static let home = "https://api.test"
  /// The `Range` of a request for a part.
  static let part = "bytes=0-7"

  /// The field with the number of the exchange. That of a HEAD has another name, because it freshens the stored response to
  /// a GET, which stays the one of its own exchange.
  static func field(for method: HTTPMethod) -> HTTPHeaderName { method == .head ? "X-Head" : "X-Exchange" }

  private struct State {
    var exchanges: [Exchange] = []
    var answers: [ServerAnswer]
  }

  private let state: Locked<State>

  init(_ answers: [ServerAnswer]) { state = Locked(State(answers: answers.reversed())) }

  var exchanges: [Exchange] { state.withLock { $0.exchanges } }

  /// Answers all further requests at once.
  func recover() { state.withLock { $0.answers = [] } }

  func exchange(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    guard !Task.isCancelled else { throw .cancelled(request) }
    let exchange = begin(request)
    // A server that is not reached reads nothing.
    if exchange.answer.kind != .refused { try await read(request, as: exchange.number) }
    return try await exchange.reply(to: request).after(.seconds(exchange.answer.delay))
      .response(to: request)
  }

  /// Notes a request, whose body is read next.
  private func begin(_ request: TransportRequest) -> Exchange {
    state.withLock { state in
      var exchange = Exchange(state.exchanges.count, request, state.answers.popLast() ?? ServerAnswer())
      exchange.version = state.exchanges.count { $0.resource == exchange.resource && !$0.method.isSafe }
      state.exchanges.append(exchange)
      return exchange
    }
  }

  private func read(_ request: TransportRequest, as number: Int) async throws(NetworkRequestError) {
    var body = Data()
    for try await chunk in request.body.makeStream() { body += chunk }
    guard !request.headers.contains(.contentEncoding) else { return }
    state.withLock { $0.exchanges[number].body = String(decoding: body, as: UTF8.self) }
  }
}

extension Exchange {
  fileprivate init(_ number: Int, _ request: TransportRequest, _ answer: ServerAnswer) {
    (self.number, self.answer) = (number, answer)
    (call, method) = (request.id, request.method)
    let path = request.path.dropFirst()
    isRedirected = path.hasPrefix("moved/")
    resource = String(isRedirected ? path.dropFirst(6) : path)
    isRaw = request.headers[.acceptEncoding] == "gzip"
    isForEvents = request.headers[.accept] == "text/event-stream"
    isAbroad = request.authority != "api.test"
    var users: [Slot: String] = [:]
    for slot in Slot.allCases { users[slot] = Self.user(in: slot, of: request) }
    self.users = users
  }

  private static func user(in slot: Slot, of request: TransportRequest) -> String {
    let headers = request.headers
    let value: String? =
      switch slot {
      case .authorization: headers[.authorization].map(authorized)
      case .key: headers["X-Api-Key"]
      case .session: headers["X-UserSession"]
      case .query: request.query.items.first { $0.name == "api_key" }?.value
      case .cookie:
        headers[.cookie]?.split(separator: "; ").first { $0.hasPrefix("sid=") }.map {
          String($0.dropFirst(4))
        }
      }
    return value.map { $0 == "digest" ? $0 : UserSession.user(of: $0) } ?? ""
  }

  private static func authorized(_ field: String) -> String {
    if field.contains("username=\"digest\"") { return "digest" }
    let credentials = String(field.split(separator: " ").last ?? "")
    guard field.hasPrefix("Basic ") else { return credentials }
    let text = Data(base64Encoded: credentials).map { String(decoding: $0, as: UTF8.self) } ?? ""
    return String(text.split(separator: ":").last ?? "")
  }

  /// The response of the server.
  fileprivate func reply(to request: TransportRequest) -> StubResponse {
    var response = content(for: request)
    // A 304 is about the exchange that it confirms.
    if response.status != 304 {
      response.headers.append(HTTPHeader(ModelServer.field(for: method), "\(number)"))
    }
    if isRaw { response.headers.append(HTTPHeader(.contentEncoding, "gzip")) }
    if answer.setsCookie { response.headers.append(HTTPHeader(.setCookie, "pref=\(number); Path=/")) }
    return response
  }

  private func content(for request: TransportRequest) -> StubResponse {
    switch answer.kind {
    case .fresh, .otherPart, .unsupported, .challenge, .redirect:
      special(request) ?? success(request, "max-age=60")
    case .validated: success(request, "no-cache")
    case .staleWhileRevalidate: success(request, "max-age=1, stale-while-revalidate=100, stale-if-error=100")
    case .variesByUser: success(request, "max-age=60", vary: "Authorization")
    case .variesByLanguage: success(request, "max-age=60", vary: "Accept-Language")
    case .uncacheable: success(request, "no-store")
    case .cut: success(request, "max-age=60", failing: TransportFailure(.networkConnectionLost))
    case .refused: .failure(.cannotConnectToHost)
    case .lost: .failure(.networkConnectionLost)
    case .unauthorized: failure(401, [.wwwAuthenticate: "Bearer"])
    case .forbidden: failure(403)
    case .tooMany: failure(429, [.retryAfter: "2"])
    case .unavailable: failure(503, [.retryAfter: "1"])
    case .broken: failure(500)
    }
  }

  /// The answers that only some requests get.
  private func special(_ request: TransportRequest) -> StubResponse? {
    switch answer.kind {
    case .unsupported where request.headers.contains(.contentEncoding):
      failure(415, [.acceptEncoding: "identity"])
    case .challenge where users[.authorization] == "":
      failure(401, [.wwwAuthenticate: #"Digest realm="r", qop="auth", algorithm=SHA-256, nonce="n""#])
    case .redirect(let status, let isAbroad) where !isRedirected:
      .redirect(status, to: "\(isAbroad ? "https://other.test" : ModelServer.home)/moved/\(resource)")
    default: nil
    }
  }

  /// The link to the next page.
  private var link: String {
    let parts = resource.split(separator: "/")
    let number = parts.count == 2 ? (Int(parts[0]) ?? 0) + 1 : 2
    return
      "<\(answer.linksAbroad ? "https://other.test" : ModelServer.home)/\(number)/\(parts.last ?? "")>; rel=next"
  }

  private func success(
    _ request: TransportRequest, _ control: String, vary: String? = nil,
    failing failure: TransportFailure? = nil
  ) -> StubResponse {
    var fields: HTTPHeaders = ["Cache-Control": control, "ETag": "\"v\(version)\"", "Link": link]
    if let vary { fields.append(HTTPHeader(.vary, vary)) }
    if isForEvents {
      fields.append(HTTPHeader(.vary, "Accept"))
      fields.append(HTTPHeader(.contentType, "text/event-stream"))
    }
    if request.headers[.ifNoneMatch] == fields[.eTag] { return .status(304, headers: fields) }
    if request.headers[.range] == ModelServer.part {
      let whole = chunks.joined()
      let place: HTTPHeaders = ["Content-Range": "bytes 0-7/\(whole.utf8.count)"]
      return .text(String(whole.prefix(8)), status: 206, headers: fields.merging(place))
    }
    if let range = request.headers[.range] {
      if answer.kind == .otherPart {
        return rest(range, fields.merging(["ETag": "\"other\""]), of: "another")
      }
      if request.headers[.ifRange] == fields[.eTag] {
        return rest(range, fields, of: chunks.joined(), failing: failure)
      }
    }
    return .chunks(
      failure == nil ? chunks : chunks.dropLast(), every: .seconds(answer.delay == 0 ? 0 : 1),
      failing: failure
    ).headers(fields)
  }

  /// The bytes from the first one of a range on.
  private func rest(
    _ range: String, _ fields: HTTPHeaders, of text: String, failing failure: TransportFailure? = nil
  ) -> StubResponse {
    let whole = text.padding(toLength: chunks.joined().count, withPad: " ", startingAt: 0)
    let start = Int(range.dropFirst(6).dropLast()) ?? 0
    guard start < whole.count else {
      return .status(416, headers: fields.merging(["Content-Range": "bytes */\(whole.count)"]))
    }
    let place: HTTPHeaders = ["Content-Range": "bytes \(start)-\(whole.count - 1)/\(whole.count)"]
    var response = StubResponse.chunks([String(whole.dropFirst(start))], failing: failure)
    response.status = 206
    return response.headers(fields.merging(place))
  }

  private func failure(_ status: Int, _ headers: HTTPHeaders = HTTPHeaders()) -> StubResponse {
    .text("\(number)|", status: status, headers: headers)
  }

  /// The content, whose rest is the same in each response with one version.
  var chunks: [String] {
    let digits = String("000\(number)".suffix(4))
    if isForEvents { return (0..<3).map { _ in "data: \(digits)\n\n" } }
    return [digits, "|", "the content of \(resource)", ", version \(version)"]
  }
}
