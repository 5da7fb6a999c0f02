import RequisiteTesting

@testable import Requisite

/// A server of one file that changes at any time, loses connections and says what is not so. One thing it never does: give
/// two versions one strong entity tag, for then no client can tell.
final class MisbehavingServer: TerminalTransport {
  private struct State {
    var random: SeededGenerator
    var version = 0
  }

  private let versions: [String]
  private let state: Locked<State>

  init(_ versions: [String], seed: UInt64) {
    self.versions = versions
    state = Locked(State(random: SeededGenerator(seed: seed)))
  }

  func exchange(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    let (response, body, isCut) = state.withLock { answer(request, &$0) }
    let chunks = body.map { Data([$0]) }
    let stub = StubResponse.chunks(chunks, failing: isCut ? TransportFailure(.networkConnectionLost) : nil)
    guard case .stream(let stream) = try await stub.response(to: request).body else { return response }
    var result = response
    result.body = .stream(stream)
    return result
  }

  private func answer(
    _ request: TransportRequest, _ state: inout State
  ) -> (TransportResponse, Data, isCut: Bool) {
    if state.random.chance(4) { state.version = state.random.index(below: versions.count) }
    let all = Data(versions[state.version].utf8)
    let tag = "\"\(state.version)\""
    var response = TransportResponse(
      status: 200, headers: ["Content-Length": "\(all.count)", .eTag: tag], url: request.url)
    var body = all
    // If-Range is ignored now and then.
    let isSame = request.headers[.ifRange] == tag || state.random.chance(4)
    if let range = request.headers[.range], isSame, let start = Int(range.dropFirst(6).dropLast()) {
      response.status = start < all.count ? 206 : 416
      body = all.dropFirst(start)
      response.headers[.contentLength] = "\(body.count)"
      response.headers[.contentRange] =
        start < all.count ? "bytes \(start)-\(all.count - 1)/\(all.count)" : "bytes */\(all.count)"
    }
    if state.random.chance(3) { Self.lie(&response, &body, to: request, versions, &state.random) }
    let isCut = state.random.chance(2)
    if isCut { body = body.prefix(state.random.index(below: body.count + 1)) }
    return (response, body, isCut)
  }

  /// Says one thing that is not so.
  private static func lie(
    _ response: inout TransportResponse, _ body: inout Data, to request: TransportRequest,
    _ versions: [String],
    _ random: inout SeededGenerator
  ) {
    let number = { (random: inout SeededGenerator) in random.index(below: 15) }
    switch random.index(below: 12) {
    case 0: response.headers[.eTag] = nil
    case 1: response.headers[.eTag] = "W/\(response.headers[.eTag] ?? "")"
    case 2: response.headers[.contentLength] = nil
    case 3: response.headers[.contentRange] = nil
    case 4:
      response.headers[.contentRange] = "bytes \(number(&random))-\(number(&random))/\(number(&random))"
      if response.status == 206 { response.headers[.eTag] = "\"other\"" }
    case 5: response.headers[.contentRange] = "bytes */\(number(&random))"
    case 6: (response.status, body) = ([201, 204, 205, 226, 404, 416, 503][random.index(below: 7)], Data())
    case 7: response.headers[.contentEncoding] = "gzip"
    case 8: response.headers.append(HTTPHeader(.contentRange, "bytes 0-0/1"))
    case 9: response.headers.append(HTTPHeader(.eTag, "\"again\""))
    case 10: if response.status == 206 { body += Data("more".utf8) }
    default:
      // Another version's bytes, under its own name.
      guard response.status == 206 else { return }
      let other = random.index(below: versions.count)
      response.headers[.eTag] = "\"\(other)\""
      body = Data(
        versions[other].utf8.dropFirst(Int(request.headers[.range]?.dropFirst(6).dropLast() ?? "") ?? 0))
    }
  }
}
