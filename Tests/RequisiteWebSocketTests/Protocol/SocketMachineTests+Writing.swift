import Requisite
import RequisiteTesting
import Testing

@testable import RequisiteWebSocket

extension SocketMachineTests {
  @Test("Text that ends within a character is refused with 1007, in one frame or in several")
  func halfCharacter() throws {
    for bytes: [UInt8] in [[0x81, 0x01, 0xC3], [0x01, 0x02, 0x61, 0xC3, 0x80, 0x00]] {
      var socket = SocketMachine(isClient: true)
      let events = socket.events(of: bytes)
      guard events.count == 1, case .ended(.failed)? = events.first else {
        Issue.record("\(events)")
        continue
      }
      #expect(try socket.closeCodeSent() == .invalidData)
    }
  }

  @Test("Each frame that is made before it is sent has a random mask of its own")
  func masksOfFrames() {
    let masks = (0..<100).map { _ in
      SocketMachine.frame(of: RawMessage(isText: true, bytes: Data("a".utf8)), by: nil)[2..<6]
    }
    #expect(Set(masks.map(Array.init)).count == 100)
  }

  @Test("A header that promises 64 TiB gets no memory for them, whatever the limit")
  func promise() {
    var options = WebSocketOptions()
    options.maximumMessageSize = .max
    var socket = SocketMachine(isClient: true, options: options)
    #expect(socket.events(of: [0x82, 127, 0, 0, 0x40, 0, 0, 0, 0, 0, 1]).isEmpty)
    #expect(socket.end == nil)
  }

  @Test("A frame that was made before is sent behind what waits already")
  func frameBehindOutput() {
    var (client, server) = (SocketMachine(isClient: true), SocketMachine(isClient: false))
    client.send(text: "a")
    client.send(frame: SocketMachine.frame(of: RawMessage(isText: true, bytes: Data("b".utf8)), by: nil))
    let events = server.events(of: client.takeOutput())
    #expect(events == ["a", "b"].map { .message(isText: true, Data($0.utf8)) })
  }

  @Test("A reason that is too long is cut at the end of a character")
  func longReason() {
    let bytes = SocketMachine.reasonBytes("a" + String(repeating: "€", count: 60))
    #expect(String(decoding: bytes, as: UTF8.self) == "a" + String(repeating: "€", count: 40))
  }

  @Test("The codes that can be sent are those of RFC 6455 §7.4, and some are temporary")
  func codes() {
    let codes = (0...UInt16.max).map { WebSocketCloseCode(rawValue: $0) }
    let sendable = [1000...1003, 1007...1014, 3000...4999].flatMap(Array.init)
    #expect(codes.filter(\.isSendable).map { Int($0.rawValue) } == sendable)
    #expect(codes.filter(\.isTemporary).map { Int($0.rawValue) } == [1001, 1011, 1012, 1013, 1014])
  }

  @Test(
    "A client refers to nothing beyond its window", .enabled(if: MessageCoding.isAvailable),
    arguments: [9, 12, 14])
  func reach(bits: Int) {
    var coding = MessageCoding()
    coding.clientWindowBits = bits
    var client = SocketMachine(isClient: true, coding: coding)
    var random = SplitMix64(seed: 7)
    let half = (0..<(1 << bits)).map { _ in UInt8.random(in: 0...255, using: &random) }
    client.send(binary: half + half)
    let frame = client.takeOutput()
    #expect(frame[0] == 0xC2 && frame.count > 2 * half.count)
  }
}
