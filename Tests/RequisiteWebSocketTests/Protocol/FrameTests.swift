import Requisite
import Testing

@testable import RequisiteWebSocket

@Suite("Frames", .timeLimit(.minutes(1)))
struct FrameTests {
  /// A frame of a server that violates RFC 6455 §5, and the words of the failure.
  static let violations: [(bytes: [UInt8], words: String)] = [
    ([0xA1, 0x00], "a reserved bit"), ([0x91, 0x00], "a reserved bit"), ([0xC1, 0x00], "RSV1"),
    ([0xF2, 0x00], "a reserved bit"), ([0x83, 0x00], "opcode 3"), ([0x87, 0x00], "opcode 7"),
    ([0x8B, 0x00], "opcode 11"), ([0x8F, 0x00], "opcode 15"),
    ([0x81, 0x85, 1, 2, 3, 4, 5, 6, 7, 8, 9], "is masked"),
    ([0x81, 126, 0, 125], "shortest form"), ([0x82, 127, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF], "shortest form"),
    ([0x82, 127, 0x80, 0, 0, 0, 0, 0, 0, 0], "highest bit"),
    ([0x09, 0x00], "fragmented"), ([0x08, 0x00], "fragmented"), ([0x89, 126, 0, 126], "more than 125 bytes"),
    ([0x80, 0x01, 0x61], "continues no message"), ([0x01, 0x01, 0x61, 0x81, 0x01, 0x61], "within another"),
    ([0x88, 0x01, 0x03], "half a code"), ([0x88, 0x02, 0x03, 0xED], "code 1005"),
    ([0x88, 0x02, 0x00, 0x00], "code 0"), ([0x88, 0x02, 0x07, 0xCF], "code 1999"),
    ([0x88, 0x02, 0x13, 0x88], "code 5000"),
  ]

  @Test(
    "A server that violates the protocol is told so with 1002, however its bytes are split",
    arguments: violations)
  func violation(_ sample: (bytes: [UInt8], words: String)) throws {
    for size in [1, sample.bytes.count] {
      var socket = SocketMachine(isClient: true)
      let events = socket.events(of: sample.bytes, inPiecesOf: size)
      guard case .ended(.failed(let failure))? = events.last else {
        Issue.record("no failure: \(events)")
        continue
      }
      #expect(events.count == 1)
      #expect(failure.kind == .violation && failure.closeCode == .protocolError)
      #expect(failure.description.contains(sample.words), "\(failure)")
      #expect(try socket.closeCodeSent() == .protocolError)
      // Whatever follows is ignored.
      #expect(socket.events(of: [0x81, 0x01, 0x61]).isEmpty)
      #expect(socket.output.isEmpty)
    }
  }

  static let samples: [(bytes: [UInt8], message: SocketMachine.Event)] = [
    ([0x81, 0x00], .message(isText: true, Data())),
    ([0x81, 0x05, 0x48, 0x65, 0x6C, 0x6C, 0x6F], .message(isText: true, Data("Hello".utf8))),
    ([0x01, 0x03, 0x48, 0x65, 0x6C, 0x80, 0x02, 0x6C, 0x6F], .message(isText: true, Data("Hello".utf8))),
    // A ping between the fragments, and empty fragments.
    ([0x02, 0x01, 7, 0x89, 0x00, 0x00, 0x00, 0x80, 0x01, 8], .message(isText: false, Data([7, 8]))),
    (
      [0x82, 126, 0, 126] + [UInt8](repeating: 1, count: 126),
      .message(isText: false, Data(repeating: 1, count: 126))
    ),
    (
      [0x82, 127, 0, 0, 0, 0, 0, 1, 0, 0] + [UInt8](repeating: 1, count: 65_536),
      .message(isText: false, Data(repeating: 1, count: 65_536))
    ),
  ]

  @Test("Fragments are joined to messages, however their bytes are split", arguments: samples)
  func messages(_ sample: (bytes: [UInt8], message: SocketMachine.Event)) {
    for size in [1, 2, 3, sample.bytes.count] {
      var socket = SocketMachine(isClient: true)
      #expect(socket.events(of: sample.bytes, inPiecesOf: size) == [sample.message])
    }
  }

  @Test("Masking by words is the masking of RFC 6455, at every place and offset")
  func mask() {
    let key: UInt32 = 0x3D21_FA37
    for count in 0..<40 {
      for offset in 0..<9 {
        let plain = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        var bytes = plain
        bytes.withUnsafeMutableBytes { FrameMask.apply(key, to: $0, offset: offset) }
        let expected = plain.enumerated().map { place, byte in
          byte ^ UInt8(truncatingIfNeeded: key >> UInt32((place + offset) % 4 * 8))
        }
        #expect(bytes == expected)
      }
    }
  }

  @Test("The sample of RFC 6455 is read by a server, and a client masks each frame with another key")
  func masked() throws {
    var server = SocketMachine(isClient: false)
    let hello: [UInt8] = [0x81, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58]
    #expect(server.events(of: hello, inPiecesOf: 1) == [.message(isText: true, Data("Hello".utf8))])

    var client = SocketMachine(isClient: true)
    let keys = (0..<100).map { _ in
      client.send(text: "a")
      return Array(client.takeOutput()[2..<6])
    }
    #expect(Set(keys).count == 100)
  }

  @Test("A message beyond the limit is refused with 1009 before it has arrived")
  func limit() throws {
    var options = WebSocketOptions()
    options.maximumMessageSize = 5
    for bytes: [UInt8] in [
      [0x82, 0x06, 1], [0x02, 0x03, 1, 2, 3, 0x80, 0x03, 1],
      [0x82, 127, 0x7F, 255, 255, 255, 255, 255, 255, 255, 1],
    ] {
      var socket = SocketMachine(isClient: true, options: options)
      #expect(socket.events(of: bytes) == [.ended(.failed(.tooBig(5)))])
      #expect(try socket.closeCodeSent() == .messageTooBig)
    }
    var socket = SocketMachine(isClient: true, options: options)
    #expect(socket.events(of: [0x02, 0x03, 1, 2, 3, 0x80, 0x02, 4, 5]).count == 1)
    #expect(socket.end == nil)
  }
}
