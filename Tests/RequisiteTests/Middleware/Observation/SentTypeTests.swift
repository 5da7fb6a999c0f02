import Foundation
import RequisiteTesting
import TestSupport
import Testing

@testable import Requisite

@Suite("Secrets of a body are hidden by the type that is sent", .timeLimit(.minutes(3)))
struct SentTypeTests {
  private static let multipart =
    "--b\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\ns3cret\r\n--b--\r\n"

  private static let bodies: [(String, String)] = [
    ("password=s3cret&x=1", "application/x-www-form-urlencoded"),
    (multipart, "multipart/form-data; boundary=b"),
    (#"{"password":"s3cret"}"#, "application/json"), ("<password>s3cret</password>", "application/xml"),
    ("s3cret", "application/octet-stream"),
  ]

  @Test(
    "which the header fields or the body alone say, in a command, a log, a recording and an archive",
    .feature("F33"), arguments: bodies.indices, [true, false])
  func places(index: Int, isField: Bool) async throws {
    let (text, type) = Self.bodies[index]
    let folder = try TemporaryFolder()
    let (har, file) = (folder.url.appending(path: "a.har"), folder.url.appending(path: "a.json"))
    let stub = StubTransport { On.any().respond(status: 204) }
    let stack = stub.replayed(from: RecordingFile(file), mode: .all).observed(by: try .har(to: har))
    var request = TransportRequest(
      method: .post, url: .api, body: .data(Data(text.utf8), contentType: isField ? nil : type))
    if isField { request.headers[.contentType] = type }
    _ = try await stack.send(request)
    let recorded = try #require(stub.requests.last)
    var texts = [
      request.curlCommand, request.prettyPrinted, "\(recorded)", String(reflecting: recorded),
    ]
    // Archives and recordings keep what is not understood, so that it can be replayed.
    if index < 3 {
      texts += try [har, file].map { try String(contentsOf: $0, encoding: .utf8) }
      #expect(texts[4].contains("mimeType"))
    }
    for text in texts { #expect(!text.contains("s3cret"), "\(text)") }
    #expect(request.curlCommand.contains("-H 'Content-Type: \(type)'"))
    #expect(!request.curlCommand.contains("-H 'Content-Type:'"))
    let revealed = request.curlCommand(redacting: .revealing)
    #expect(revealed.contains("s3cret") || revealed.contains(Data(text.utf8).base64EncodedString()))
  }
}
