import Requisite
import Testing

@testable import RequisiteWebSocket

@Suite("The handshake", .timeLimit(.minutes(1)))
struct HandshakeTests {
  static let sample = Handshake(
    subprotocols: ["chat", "superchat"], compresses: true, key: "dGhlIHNhbXBsZSBub25jZQ==")

  private static func headers(_ changes: KeyValuePairs<String, String?> = [:]) -> HTTPHeaders {
    var headers: HTTPHeaders = [
      "Upgrade": "websocket", "Connection": "Upgrade",
      "Sec-WebSocket-Accept": "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=",
    ]
    for (name, value) in changes { headers[HTTPHeaderName(name)] = value }
    return headers
  }

  @Test("The accept of the sample of RFC 6455 §1.3 is computed")
  func accept() {
    #expect(HandshakeKey.accept(for: Self.sample.key) == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
    // Lengths at which SHA-1 needs another block.
    #expect(HandshakeKey.accept(for: String(repeating: "a", count: 19)) == "yzaGyu0mcUukN7CdsSwa30tnCpc=")
  }

  @Test("Each handshake has a key of 16 other bytes")
  func keys() {
    let keys = Set((0..<100).map { _ in Handshake().key })
    #expect(keys.count == 100)
    #expect(keys.allSatisfy { Data(base64Encoded: $0)?.count == 16 })
  }

  @Test("The request has the fields of the caller, those of the handshake, and the credentials of the URL")
  func request() throws {
    let url = try #require(URL(string: "http://me:%C3%A4@example.com:8080/a%20b?c=d#e"))
    let request = TransportRequest(url: url, headers: ["X-A": "1"])
    let text = String(decoding: Self.sample.bytes(of: request), as: UTF8.self)
    #expect(
      text == """
        GET /a%20b?c=d HTTP/1.1\r\nHost: example.com:8080\r\nAuthorization: Basic bWU6w6Q=\r\nX-A: 1\r\n\
        Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n\
        Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: chat, superchat\r\n\
        Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n\r\n
        """)
  }

  @Test("A response that accepts the offer is accepted, whatever the case of its tokens")
  func accepted() throws {
    #expect(try Self.sample.agreement(Self.headers()) == Handshake.Agreement())
    let headers = Self.headers([
      "Upgrade": "WebSocket", "Connection": "keep-alive, UPGRADE", "Sec-WebSocket-Protocol": "superchat",
      "Sec-WebSocket-Extensions":
        "permessage-deflate; server_no_context_takeover; client_max_window_bits=\"10\"; server_max_window_bits=8",
    ])
    var coding = MessageCoding()
    (coding.isServerFresh, coding.clientWindowBits) = (true, 10)
    let expected = Handshake.Agreement(subprotocol: "superchat", coding: coding)
    #expect(try Self.sample.agreement(headers) == expected)
  }

  static let refusals: [(name: String, value: String?)] = [
    ("Upgrade", nil), ("Upgrade", "h2c"), ("Connection", nil), ("Connection", "keep-alive"),
    ("Sec-WebSocket-Accept", nil), ("Sec-WebSocket-Accept", "S3pPLMBiTxaQ9kYGzzhZRbK+xOo="),
    ("Sec-WebSocket-Accept", "dGhlIHNhbXBsZSBub25jZQ=="), ("Sec-WebSocket-Protocol", "Chat"),
    ("Sec-WebSocket-Protocol", "other"), ("Sec-WebSocket-Extensions", "x-other"),
    ("Sec-WebSocket-Extensions", "permessage-deflate, permessage-deflate"),
    ("Sec-WebSocket-Extensions", "permessage-deflate; x=1"),
    ("Sec-WebSocket-Extensions", "permessage-deflate; client_max_window_bits=16"),
    ("Sec-WebSocket-Extensions", "permessage-deflate; client_max_window_bits=08"),
    ("Sec-WebSocket-Extensions", "permessage-deflate; client_max_window_bits"),
    ("Sec-WebSocket-Extensions", "permessage-deflate; server_max_window_bits=7"),
    ("Sec-WebSocket-Extensions", "permessage-deflate; server_no_context_takeover=1"),
    (
      "Sec-WebSocket-Extensions",
      "permessage-deflate; client_no_context_takeover; client_no_context_takeover"
    ),
  ]

  @Test("A response that does not accept the offer, or accepts more, is refused", arguments: refusals)
  func refused(_ change: (name: String, value: String?)) {
    let error = #expect(throws: WebSocketFailure.self) {
      try Self.sample.agreement(Self.headers([change.name: change.value]))
    }
    #expect(error?.kind == .handshake)
  }

  @Test("A field that may stand once is refused if it stands twice")
  func repeated() {
    for (name, value) in [
      ("Upgrade", "websocket"), ("Sec-WebSocket-Accept", "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="),
      ("Sec-WebSocket-Protocol", "chat"),
    ] {
      var headers = Self.headers([name: value])
      #expect(throws: Never.self) { try Self.sample.agreement(headers) }
      headers.append(HTTPHeader(HTTPHeaderName(name), value))
      #expect(throws: WebSocketFailure.self) { try Self.sample.agreement(headers) }
    }
  }

  @Test("The credentials of the URL do not stand beside an Authorization of the request")
  func ownAuthorization() throws {
    let url = try #require(URL(string: "http://me:it@example.com/"))
    let request = TransportRequest(url: url, headers: ["Authorization": "Bearer a"])
    let lines = String(decoding: Self.sample.bytes(of: request), as: UTF8.self).split(separator: "\r\n")
    #expect(lines.filter { $0.hasPrefix("Authorization") } == ["Authorization: Bearer a"])
  }

  @Test("Nothing that was not offered is accepted")
  func unasked() {
    let plain = Handshake(key: Self.sample.key)
    for (name, value) in [
      ("Sec-WebSocket-Protocol", "chat"), ("Sec-WebSocket-Extensions", "permessage-deflate"),
    ] {
      #expect(throws: WebSocketFailure.self) { try plain.agreement(Self.headers([name: value])) }
    }
  }
}
