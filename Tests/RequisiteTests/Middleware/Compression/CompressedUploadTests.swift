import Foundation
import RequisiteTesting
import TestSupport
import Testing

@testable import Requisite

@Suite(
  "Compressed request bodies on the wire", .enabled(if: Deflater.isAvailable), .timeLimit(.minutes(3)))
struct CompressedUploadTests {
  private static let text = Data((1...4_000).map { "line \($0) of a log\n" }.joined().utf8)

  private static let terminals: [any TerminalTransport] = {
    #if os(Linux)
      [CurlTest.transport, URLSessionTransport.shared]
    #else
      [URLSessionTransport.shared]
    #endif
  }()

  @Test(
    "both transports send bytes with their compressed length, and files and streams whole", .feature("F19"))
  func wire() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("log", Self.text)
    let server = try FaultServer.answering(body: "ok")
    defer { server.stop() }
    let stream = BodyStream(restarting: { ByteStream(Self.text) })
    for terminal in Self.terminals {
      for body in [HTTPBody.data(Self.text), .file(file), .stream(stream)] {
        let request = TransportRequest(
          method: .post, url: server.url(), headers: ["Content-Type": "text/plain"], body: body)
        #expect(try await terminal.compressed().send(request).status == 200)
        let received = try #require(server.received.last)
        #expect(received.headers("Content-Encoding") == ["gzip"])
        #expect(received.header("Content-Type") == "text/plain")
        let length = received.header("Content-Length")
        #expect(length == "\(received.body.count)" || received.header("Transfer-Encoding") == "chunked")
        if case .data = body.content { #expect(length != nil) }
        #expect(try gunzipped(received.body) == Self.text)
      }
    }
    #expect(server.received.count == 3 * Self.terminals.count)
  }

  @Test("a 307 sends the compressed body again with its coding, a 303 drops both")
  func redirects() async throws {
    for (status, method) in [("307 Temporary Redirect", "POST"), ("303 See Other", "GET")] {
      let server = try FaultServer { connection in
        while true {
          let request = try connection.readRequest()
          let isFirst = request.target == "/"
          try connection.send(
            HTTPMessage.response(
              status: isFirst ? status : "200 OK", body: "", headers: isFirst ? ["Location: /there"] : []))
        }
      }
      defer { server.stop() }
      for terminal in Self.terminals {
        let request = TransportRequest(method: .post, url: server.url(), body: .data(Self.text))
        #expect(try await terminal.compressed().send(request).status == 200)
        let last = try #require(server.received.last)
        #expect(last.method == method && last.target == "/there")
        #expect(last.header("Content-Encoding") == (method == "POST" ? "gzip" : nil))
        if method == "POST" {
          #expect(try gunzipped(last.body) == Self.text)
        } else {
          #expect(last.body.isEmpty)
        }
      }
    }
  }
}
