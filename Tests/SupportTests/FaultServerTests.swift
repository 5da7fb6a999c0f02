import Foundation
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("The fault server", .timeLimit(.minutes(3)))
struct FaultServerTests {
  @Test("a scripted response reaches the client, and the request is recorded")
  func answers() async throws {
    let server = try FaultServer.answering(body: "hello")
    defer { server.stop() }
    var request = URLRequest(url: server.url("/a?b=c"))
    request.httpMethod = "POST"
    request.httpBody = Data("body".utf8)
    let (data, _) = try await URLSession.shared.data(for: request)
    #expect(data == Data("hello".utf8))
    #expect(server.received.map(\.requestLine) == ["POST /a?b=c HTTP/1.1"])
    #expect(server.received.first?.text == "body")
  }
}
