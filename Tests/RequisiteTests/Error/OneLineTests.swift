import RequisiteTesting
import TestSupport
import Testing

@testable import Requisite

@Suite("The description of an error is one line, with any response of a server")
struct OneLineTests {
  private static let forged = "bad\r\n[requisite] error forged\u{1B}[2J\u{2028}\u{202E}x"

  private static func response(_ body: String, _ type: String) throws -> NetworkResponse {
    let request = TransportRequest(url: try #require(URL(string: "https://api.test/x")))
    return NetworkResponse(
      status: 400, headers: [.contentType: type], data: Data(body.utf8), request: request)
  }

  private static func json(_ value: some Encodable) throws -> String {
    String(decoding: try JSONCoding().encode(value), as: UTF8.self)
  }

  static func errors() throws -> [NetworkRequestError] {
    let details = ProblemDetails(title: forged, detail: String(repeating: "long", count: 1_000))
    let map = try response(try json([forged: "text"]), "application/json")
    let graph = try response(try json(["errors": [["message": forged]]]), "application/json")
    let failures: [() throws -> Void] = [
      { _ = try map.decoded(as: [String: Int].self) },
      { _ = try GraphQL.Result<[String: Int]>(response: graph, decoder: JSONCoding()) },
    ]
    let decoding = failures.compactMap { failure -> NetworkRequestError? in
      do { try failure() } catch { return error as? NetworkRequestError }
      return nil
    }
    return try decoding + [
      NetworkRequestError(status: response(json(details), "application/problem+json")),
      NetworkRequestError(status: response(forged, "text/plain")),
      .authenticationFailed(
        AuthenticationFailure(.tokenRefused(OAuthError(.init(rawValue: forged), explanation: forged)))),
      .urlSessionFailed(TransportFailure(.badServerResponse, forged)),
      .invalidRequest(InvalidRequest(.path, forged)), NetworkRequestError(TransportFailure(.unknown, forged)),
    ]
  }

  @Test("the line of the error in a log is one line, too", arguments: try errors())
  func lines(error: NetworkRequestError) throws {
    let request = TransportRequest(url: try #require(URL(string: "https://api.test/x")))
    for text in [error.description, CallEvent(.ended(.failure(error), after: .zero), request).text()] {
      #expect(text.contains("forged"))
      #expect(!text.unicodeScalars.contains { $0.value < 0x20 || [0x7F, 0x2028, 0x202E].contains($0.value) })
      #expect(text.utf8.count < 1_000)
    }
  }

  @Test("at least six errors are tested")
  func count() throws {
    #expect(try Self.errors().count == 8)
  }

  @Test("problem details are printed without secrets")
  func secrets() throws {
    let body = try Self.json(ProblemDetails(title: "bad", detail: "Bearer c4n4ry is not valid"))
    let error = NetworkRequestError(status: try Self.response(body, "application/problem+json"))
    #expect(error.description.hasSuffix("400 Bad Request — bad: Bearer <redacted> is not valid"))
  }
}
