import Requisite
import Testing

@testable import RequisiteWebSocket

@Suite("A socket without I/O", .timeLimit(.minutes(3)))
struct SocketMachineTests {
  @Test("A ping is answered with its bytes, a pong is an event")
  func ping() {
    var socket = SocketMachine(isClient: true)
    #expect(socket.events(of: [0x89, 0x02, 1, 2, 0x8A, 0x01, 9], inPiecesOf: 1) == [.pong(Data([9]))])
    var server = SocketMachine(isClient: false)
    #expect(server.events(of: socket.takeOutput()) == [.pong(Data([1, 2]))])
  }

  @Test("A close frame is answered with its code, and ends the socket")
  func closedByServer() throws {
    var socket = SocketMachine(isClient: true)
    let reason: [UInt8] = Array("enough".utf8)
    let events = socket.events(of: [0x88, 0x08, 0x0F, 0xA0] + reason + [0x81, 0x01, 0x61])
    #expect(events == [.ended(.closed(WebSocketCloseCode(rawValue: 4000), reason: "enough"))])
    #expect(try socket.closeCodeSent() == WebSocketCloseCode(rawValue: 4000))
    socket.send(text: "late")
    socket.ping(Data())
    socket.close(.normal, reason: "")
    #expect(socket.output.isEmpty)
  }

  @Test("A close frame without a code is answered by one without a code")
  func closedWithoutCode() throws {
    var socket = SocketMachine(isClient: true)
    #expect(socket.events(of: [0x88, 0x00]) == [.ended(.closed(nil, reason: ""))])
    #expect(try socket.closeCodeSent() == nil)
  }

  @Test("A reason that is not UTF-8 is refused with 1007")
  func reason() throws {
    var socket = SocketMachine(isClient: true)
    _ = socket.events(of: [0x88, 0x04, 0x03, 0xE8, 0xC0, 0xAF])
    #expect(try socket.closeCodeSent() == .invalidData)
  }

  @Test(
    "After close, messages are discarded, pings unanswered, nothing is sent, and the answer ends the socket")
  func closedHere() throws {
    var (client, server) = (SocketMachine(isClient: true), SocketMachine(isClient: false))
    client.close(.normal, reason: String(repeating: "€", count: 60))
    client.send(text: "late")
    server.send(text: "on its way")
    server.ping(Data([1]))
    let sent = client.takeOutput()
    let closing = server.events(of: sent)
    // 41 whole characters are 123 bytes.
    #expect(closing == [.ended(.closed(.normal, reason: String(repeating: "€", count: 41)))])
    #expect(client.events(of: server.takeOutput()) == [.ended(.closed(.normal, reason: ""))])
    #expect(client.output.isEmpty)
    // A control frame has room for two bytes of the code, and 123 more.
    #expect(SocketMachine.reasonBytes(String(repeating: "a", count: 200)).count == 123)
  }

  @Test("A frame that was made before the close is not sent after it")
  func frameAfterClose() {
    var client = SocketMachine(isClient: true)
    let frame = SocketMachine.frame(of: RawMessage(isText: true, bytes: Data("a".utf8)), by: nil)
    client.close(.normal, reason: "")
    let output = client.output
    client.send(frame: frame)
    #expect(client.output == output)
  }

  @Test("100,000 short messages come back as they were sent")
  func echo() {
    let messages = (0..<100).map { index in [UInt8](repeating: UInt8(index), count: index / 2) }
    #expect(echo(messages, rounds: 1000, coding: nil) == 100_000)
  }

  @Test(
    "Compressed messages of all sizes come back as they were sent", .enabled(if: MessageCoding.isAvailable))
  func compressedEcho() {
    let messages = (0..<100).map { index in [UInt8](repeating: UInt8(index), count: index * 17) }
    #expect(echo(messages, rounds: 20, coding: MessageCoding()) == 2000)
  }

  /// Returns how many messages came back unchanged.
  private func echo(_ messages: [[UInt8]], rounds: Int, coding: MessageCoding?) -> Int {
    var options = WebSocketOptions()
    options.minimumCompressedSize = 64
    var client = SocketMachine(isClient: true, coding: coding, options: options)
    var server = SocketMachine(isClient: false, coding: coding, options: options)
    var count = 0
    for _ in 0..<rounds {
      for message in messages { client.send(binary: message) }
      for case .message(let message) in server.events(of: client.takeOutput(), inPiecesOf: 4_099) {
        message.bytes.withUnsafeBytes { server.send(isText: message.isText, $0) }
      }
      let events = client.events(of: server.takeOutput(), inPiecesOf: 5_003)
      count += zip(events, messages).count { $0 == .message(isText: false, Data($1)) }
    }
    return count
  }
}
