import Foundation
import Requisite
import RequisiteTesting
import Testing

@testable import Services

@Suite("Requests that AWS Signature Version 4 signs", .timeLimit(.minutes(2)))
struct AWSSignatureTests {
  /// A request, and what botocore signs for it: written by `aws-oracle.py`, whose first ones are those of AWS's own test suite.
  struct Case: Decodable {
    let method: String
    let url: String
    let headers: [[String]]
    let body: String
    let service: String
    let region: String
    let token: String?
    let time: String
    let expires: Int?
    let signature: String
  }

  private static func signer(
    _ service: String, region: String = "us-east-1", token: String? = nil,
    at time: String = "20150830T123600Z"
  ) throws -> AWSSignature {
    let date = try #require(AWSTime(time)).date
    return AWSSignature(region: region, service: service, account: "ada", clock: { date }) {
      .init(
        id: "AKIDEXAMPLE", secret: Secret("wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"), sessionToken: token)
    }
  }

  @Test(
    "the signature is that of the published test suite and of botocore, in a field and in a URL",
    .feature("F51"))
  func oracle() async throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    // Other cases, of another seed, can be named by the environment.
    let path =
      ProcessInfo.processInfo.environment["AWS_CASES"] ?? folder.appending(path: "aws-cases.json").path
    let cases = try JSONCoding().decode([Case].self, from: Data(contentsOf: URL(fileURLWithPath: path)))
    #expect(cases.count > 80)
    for item in cases {
      let signer = try Self.signer(item.service, region: item.region, token: item.token, at: item.time)
      let url = try #require(URL(string: item.url)), method = HTTPMethod(rawValue: item.method)
      if let seconds = item.expires {
        let signed = try await signer.presigned(method, url, lasting: .seconds(seconds))
        let expected = try #require(URL(string: item.signature))
        // Their order is the signer's own.
        let sorted = [signed, expected].map {
          TransportRequest(url: $0).query.items.map { "\($0.name)=\($0.value ?? "")" }.sorted()
        }
        #expect(sorted[0] == sorted[1], "\(item.url)")
        continue
      }
      let request = TransportRequest(
        method: method, url: url,
        headers: HTTPHeaders(item.headers.map { HTTPHeader(HTTPHeaderName($0[0]), $0[1]) }),
        body: item.body.isEmpty ? .none : .text(item.body))
      let signed = try await signer.authenticate(request)
      #expect(signed.headers[.authorization] == item.signature, "\(item.method) \(item.url)")
    }
  }

  @Test(
    "a file and a part of one are signed by their hash, a stream that is read once by TLS alone",
    .feature("F51"))
  func bodies() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0) }).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let stub = StubTransport { On.any().respond(status: 200) }
    func hash(_ body: HTTPBody, _ url: String = "https://s3.example.com") async throws -> String? {
      let client = APIClient(
        baseURL: BaseURL(url), transport: stub.authenticated(with: try Self.signer("s3"), for: BaseURL(url)))
      try await client.dispatch(Endpoint<Void>.put("/key", body: body))
      return stub.requests.last?.headers["X-Amz-Content-Sha256"]
    }
    let whole = try Data(contentsOf: file)
    #expect(try await hash(.file(file)) == FileDigest.sha256(of: whole).hexadecimal)
    #expect(
      try await hash(.file(file, offset: 10, length: 70_000))
        == FileDigest.sha256(of: whole[10..<70_010]).hexadecimal)
    let once = AsyncStream { continuation in
      continuation.yield(Data("abc".utf8))
      continuation.finish()
    }
    #expect(try await hash(.stream(once)) == "UNSIGNED-PAYLOAD")
    let error = await #expect(throws: NetworkRequestError.self) {
      try await hash(.stream(once), "http://s3.example.com")
    }
    #expect(error?.kind == .invalidRequest && stub.requests.count == 3)
  }

  @Test(
    "after a 403 whose clock is another, the request is signed anew with the server's time", .feature("F51"))
  func skew() async throws {
    let stub = StubTransport {
      On(.get, "/").respond { request in
        let isLate = request.headers["X-Amz-Date"] != "20150830T133600Z"
        return .status(isLate ? 403 : 200, headers: [.date: "Sun, 30 Aug 2015 13:36:00 GMT"])
      }
    }
    let signer = try Self.signer("s3")
    let transport = stub.authenticated(with: signer, for: "https://s3.example.com")
    let request = TransportRequest(url: try #require(URL(string: "https://s3.example.com/")))
    for _ in 1...2 { #expect(try await transport.send(request).status == 200) }
    #expect(stub.requests.count == 3)
    #expect(
      try await signer.presigned(.get, request.url).query()?.contains("X-Amz-Date=20150830T133600Z") == true)
    #expect(Set(stub.requests.map { $0.headers[.authorization] }).count == 2)
    let refusing = StubTransport {
      On.any().respond(status: 403, headers: [.date: "Sun, 30 Aug 2015 12:38:00 GMT"])
    }
    let refused = refusing.authenticated(with: try Self.signer("s3"), for: "https://s3.example.com")
    #expect(try await refused.send(request).status == 403 && refusing.requests.count == 1)
  }

  @Test(
    "temporary keys are fetched for each request; the account stays that of the responses", .feature("F51"))
  func temporary() async throws {
    let stub = StubTransport { On.any().respond(status: 200) }
    let keys = AsyncStream { continuation in for number in 1...9 { continuation.yield(number) } }
    let signer = AWSSignature(region: "us-east-1", account: "ada") {
      let number = await keys.first { _ in true } ?? 0
      return .init(id: "K\(number)", secret: Secret("s"), sessionToken: "t\(number)")
    }
    let transport = stub.authenticated(with: signer, for: "https://s3.example.com")
    let request = TransportRequest(url: try #require(URL(string: "https://s3.example.com/")))
    for _ in 1...2 { _ = try await transport.send(request) }
    #expect(stub.requests.map { $0.headers["X-Amz-Security-Token"] } == ["t1", "t2"])
    #expect(await signer.identity(of: request) == "ada")
    let url = try await signer.presigned(.put, request.url)
    #expect(TransportRequest(method: .put, url: url).description.contains("t3") == false)
  }
}
