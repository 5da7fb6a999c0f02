import Requisite
import Testing

@testable import RequisiteWebSocket

#if os(Linux)
  @Suite("Compressed messages", .timeLimit(.minutes(1)))
  struct MessageCodingTests {
    private func client(limit: Int = 1 << 20) -> SocketMachine {
      var options = WebSocketOptions()
      (options.maximumMessageSize, options.minimumCompressedSize) = (limit, 5)
      return SocketMachine(isClient: true, coding: MessageCoding(), options: options)
    }

    /// The frames of RFC 7692 §7.2.3 that carry “Hello”, one after the other as they stand there.
    @Test("The samples of RFC 7692 are read, in one frame or several, with and without the messages before")
    func samples() {
      var socket = client()
      let hello = SocketMachine.Event.message(isText: true, Data("Hello".utf8))
      let first: [UInt8] = [0xC1, 0x07, 0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00]
      #expect(socket.events(of: first, inPiecesOf: 1) == [hello])
      // The same message again refers to the one before.
      #expect(socket.events(of: [0xC1, 0x05, 0xF2, 0x00, 0x11, 0x00, 0x00]) == [hello])
      let fragments: [UInt8] = [0x41, 0x03, 0xF2, 0x48, 0xCD, 0x80, 0x04, 0xC9, 0xC9, 0x07, 0x00]
      #expect(socket.events(of: fragments, inPiecesOf: 2) == [hello])
      // A block without compression, one that is the final block of its stream, and two blocks.
      let stored: [UInt8] = [
        0xC1, 0x0B, 0x00, 0x05, 0x00, 0xFA, 0xFF, 0x48, 0x65, 0x6C, 0x6C, 0x6F, 0x00,
      ]
      #expect(socket.events(of: stored) == [hello])
      let final: [UInt8] = [0xC1, 0x08, 0xF3, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00, 0x00]
      #expect(socket.events(of: final, inPiecesOf: 3) == [hello])
      let blocks: [UInt8] = [
        0xC1, 0x0D, 0xF2, 0x48, 0x05, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xCA, 0xC9, 0xC9, 0x07, 0x00,
      ]
      #expect(socket.events(of: blocks) == [hello])
      // An uncompressed message in between, and an empty compressed one.
      #expect(socket.events(of: [0x81, 0x05] + Array("Hello".utf8)) == [hello])
      #expect(socket.events(of: [0xC1, 0x01, 0x00]) == [.message(isText: true, Data())])
    }

    @Test("With context takeover the second of two equal messages is shorter, without it is not")
    func takeover() {
      let message = (0..<1000).map { UInt8(truncatingIfNeeded: $0 &* $0 &* 7) }
      for isFresh in [false, true] {
        var coding = MessageCoding()
        coding.isClientFresh = isFresh
        var (client, server) = (
          SocketMachine(isClient: true, coding: coding), SocketMachine(isClient: false, coding: coding)
        )
        let frames = (0..<2).map { _ in
          client.send(binary: message)
          return client.takeOutput()
        }
        #expect((frames[1].count < frames[0].count / 4) == !isFresh)
        for frame in frames { #expect(server.events(of: frame) == [.message(isText: false, Data(message))]) }
      }
    }

    @Test(
      "Each window of the client is kept, and for one that zlib lacks nothing is compressed",
      arguments: 8...15)
    func window(bits: Int) throws {
      var coding = MessageCoding()
      coding.clientWindowBits = bits
      var client = SocketMachine(isClient: true, coding: coding)
      let message = [UInt8](repeating: 7, count: 5000)
      client.send(binary: message)
      let frame = client.takeOutput()
      #expect(frame[0] == (bits == 8 ? 0x82 : 0xC2))
      var server = SocketMachine(isClient: false, coding: coding)
      #expect(server.events(of: frame) == [.message(isText: false, Data(message))])
    }

    @Test("Short messages are not compressed")
    func short() {
      var client = SocketMachine(isClient: true, coding: MessageCoding())
      client.send(binary: [UInt8](repeating: 7, count: 255))
      #expect(client.takeOutput()[0] == 0x82)
      client.send(binary: [UInt8](repeating: 7, count: 256))
      #expect(client.takeOutput()[0] == 0xC2)
    }

    @Test("An empty message is sent as it is, even if the shortest ones are to be compressed")
    func empty() {
      var options = WebSocketOptions()
      options.minimumCompressedSize = 0
      var client = SocketMachine(isClient: true, coding: MessageCoding(), options: options)
      for (message, first) in [([], 0x82), ([7], 0xC2), ([], 0x82), ([7], 0xC2)] as [([UInt8], UInt8)] {
        client.send(binary: message)
        #expect(client.takeOutput()[0] == first)
      }
    }

    @Test("A message may be as long as the limit when it is decompressed, and no longer")
    func longest() {
      var server = SocketMachine(isClient: false, coding: MessageCoding())
      let message = [UInt8](repeating: 7, count: 1_000)
      server.send(binary: message)
      let frame = server.takeOutput()
      var (exact, short) = (client(limit: 1_000), client(limit: 999))
      #expect(exact.events(of: frame) == [.message(isText: false, Data(message))])
      #expect(short.events(of: frame) == [.ended(.failed(.tooBig(999)))])
    }

    @Test("A message that grows beyond the limit is refused with 1009, without being decompressed as a whole")
    func bomb() throws {
      var options = WebSocketOptions()
      options.maximumMessageSize = 64 << 20
      var server = SocketMachine(isClient: false, coding: MessageCoding(), options: options)
      server.send(binary: [UInt8](repeating: 0, count: 64 << 20))
      let frame = server.takeOutput()
      #expect(frame.count < 100_000)
      var socket = client(limit: 100_000)
      #expect(socket.events(of: frame) == [.ended(.failed(.tooBig(100_000)))])
      #expect(try socket.closeCodeSent() == .messageTooBig)
    }

    @Test("A stream takes a message that grows beyond the limit in parts of bounded size", .feature("F31"))
    func bombAsStream() {
      var options = WebSocketOptions()
      options.maximumMessageSize = 64 << 20
      var server = SocketMachine(isClient: false, coding: MessageCoding(), options: options)
      server.send(binary: [UInt8](repeating: 0, count: 64 << 20))
      let frame = server.takeOutput()
      var socket = client(limit: 100_000)
      var (start, count, largest, isOver) = (0, 0, 0, false)
      while !isOver {
        var events: [SocketMachine.Event] = []
        start += frame.withUnsafeBytes { bytes in
          socket.receive(UnsafeRawBufferPointer(rebasing: bytes[start...]), upTo: .part, &events)
        }
        guard case .message(let part)? = events.first, events.count == 1 else {
          Issue.record("\(events.count) events")
          return
        }
        count += part.bytes.count
        largest = max(largest, part.bytes.count)
        isOver = part.isEnd
      }
      #expect(count == 64 << 20 && start == frame.count)
      #expect(largest <= 4096 * 1032)
    }

    static let corrupt: [[UInt8]] = [
      [0xC1, 0x02, 0xFF, 0xFF], [0xC1, 0x05, 0xF2, 0x00, 0x11, 0x00, 0x00],
      [0xC1, 0x07, 0x00, 0x05, 0x00, 0xFA, 0xFE, 0x48, 0x65],
    ]

    @Test("Corrupt bytes are refused with 1007", arguments: corrupt)
    func corruption(_ bytes: [UInt8]) throws {
      var socket = client()
      #expect(socket.events(of: bytes).count == 1)
      #expect(try socket.closeCodeSent() == .invalidData)
    }

    @Test("Only the first frame of a message may say that it is compressed")
    func misplaced() throws {
      for bytes: [UInt8] in [[0x41, 0x01, 0x00, 0xC0, 0x01, 0x00], [0xC9, 0x00]] {
        var socket = client()
        #expect(socket.events(of: bytes).count == 1)
        #expect(try socket.closeCodeSent() == .protocolError)
      }
    }
  }
#endif
