import Foundation
import Requisite
import RequisiteTesting
import Testing

/// An HTTP client that you have, as far as a transport needs it.
protocol HTTPEngine: Sendable {
  /// Sends a request. Returns when the header section has arrived.
  func send(
    _ method: String, _ url: String,
    fields: [(name: String, value: String)],
    body: ByteStream?, length: Int64?, timeout: Duration?
  ) async throws -> HTTPEngineResponse
}

struct HTTPEngineResponse: Sendable {
  var status: Int
  var fields: [(name: String, value: String)]
  /// Returns the next chunk, decompressed; nil at the end.
  var next: @Sendable () async throws -> Data?
  /// Returns the trailer fields; nil before the end.
  var trailers: @Sendable () -> [(name: String, value: String)]?
}

/// Sends requests with that client.
struct EngineTransport: TerminalTransport {
  let engine: any HTTPEngine

  func exchange(
    _ request: TransportRequest
  ) async throws(NetworkRequestError) -> TransportResponse {
    let (body, headers) = (request.body, request.headers)
    var fields = headers.map { (name: $0.name.rawValue, value: $0.value) }
    if let type = body.contentType, !headers.contains(.contentType) {
      fields.append(("Content-Type", type))
    }
    let response: HTTPEngineResponse
    do {
      response = try await engine.send(
        request.method.rawValue, request.url.absoluteString,
        fields: fields,
        body: body.isNone ? nil : body.makeStream(), length: body.length,
        timeout: request.options.timeout)
    } catch {
      throw NetworkRequestError(error, request: request)
    }
    let stream = ByteStream(
      end: {
        response.trailers().map { .init(trailers: Self.headers($0)) }
      },
      pull: { try await response.next() })
    return TransportResponse(
      status: response.status, headers: Self.headers(response.fields),
      url: request.url, body: .stream(stream))
  }

  private static func headers(
    _ fields: [(name: String, value: String)]
  ) -> HTTPHeaders {
    HTTPHeaders(
      fields.map { HTTPHeader(HTTPHeaderName($0.name), $0.value) })
  }
}

#if os(Linux)
  /// A client that delivers every body as a stream, and knows nothing of files, limits, parts, progress and redirects.
  private struct StreamingEngine: HTTPEngine {
    private let transport = CurlTransport()

    func send(
      _ method: String, _ url: String, fields: [(name: String, value: String)], body: ByteStream?,
      length: Int64?, timeout: Duration?
    ) async throws -> HTTPEngineResponse {
      var request = TransportRequest(
        method: HTTPMethod(method), url: try #require(URL(string: url)),
        headers: HTTPHeaders(fields.map { HTTPHeader(HTTPHeaderName($0.name), $0.value) }),
        body: body.map { .stream(BodyStream(length: length, $0), contentType: nil) } ?? .none,
        delivery: .streamed)
      request.options.timeout = timeout
      let response = try await transport.exchange(request)
      let stream = try #require(response.stream)
      let chunks = Locked(stream.makeAsyncIterator())
      return HTTPEngineResponse(
        status: response.status,
        fields: response.headers.map { ($0.name.rawValue, $0.value) },
        next: {
          var pass = chunks.withLock(\.self)
          return try await pass.next()
        },
        trailers: { stream.end.map { $0.trailers.map { ($0.name.rawValue, $0.value) } } })
    }
  }

  @Suite("A terminal transport of a user's own", .timeLimit(.minutes(3)))
  struct OwnTerminalTests {
    @Test(
      "that is one function, as in the article, passes the whole conformance suite", .feature("F44"),
      arguments: TransportConformance.all)
    func conformance(check: TransportConformance.Check) async throws {
      try await check.run(on: EngineTransport(engine: StreamingEngine())) { try ScriptedServer($0) }
    }
  }
#endif
