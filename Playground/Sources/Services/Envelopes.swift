import Foundation
import Requisite

/// `{"data": …}` or, with the same status, `{"error": {"code": 7, "message": "closed"}}`: the value, or the error.
struct Enveloped<Value: Decodable & Sendable>: ResponseConvertible {
  nonisolated struct Refusal: Decodable, Error, Equatable {
    let code: Int
    let message: String
  }
  nonisolated struct Envelope: Decodable {
    let data: Value?
    let error: Refusal?
  }
  struct Empty: Error {}

  static var responseForm: ResponseForm { .decoded }
  let value: Value

  init(response: NetworkResponse, decoder: any ResponseDecoder) throws {
    let envelope = try response.decoded(as: Envelope.self, using: decoder)
    if let error = envelope.error { throw error }
    guard let value = envelope.data else { throw Empty() }
    self.value = value
  }
}

/// What all requests of an app have in common.
nonisolated protocol AppRequest<Value>: Request where ReturnType == Enveloped<Value> {
  associatedtype Value: Decodable & Sendable
  var parameters: QueryParams { get }
}

nonisolated extension AppRequest {
  var parameters: QueryParams { [:] }
  var queryParams: QueryParams { parameters }
  var headers: HTTPHeaders { ["X-Platform": "ios"] }
}

struct FindArticles: AppRequest {
  typealias Value = [String]
  let path = "/articles"
  let page: Int
  var parameters: QueryParams { ["page": page] }
}

struct PostComment: AppRequest {
  typealias Value = JSONValue
  let article: Int
  let text: String
  let method = HTTPMethod.post
  var path: RequestPath { "/articles/\(article)/comments" }
  var body: [String: any Encodable & Sendable] { ["text": text, "tags": ["a"]] }
}

struct News: Sendable {
  let client: APIClient

  /// The value without its envelope.
  func send<Value>(_ request: some AppRequest<Value>) async throws(NetworkRequestError) -> Value {
    try await client.dispatch(request).value
  }
}

extension APIEnvironment {
  /// Answers without a server, such as for previews.
  nonisolated static let mock = APIEnvironment(
    name: "Mock", baseURL: "https://mock.invalid", transport: MockServer())
}

private struct MockServer: TerminalTransport {
  func exchange(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    let json =
      request.method == .get ? #"{"data": ["First"]}"# : #"{"error": {"code": 7, "message": "closed"}}"#
    return TransportResponse(
      status: 200, headers: [.contentType: "application/json"], url: request.url, body: .data(Data(json.utf8))
    )
  }
}
