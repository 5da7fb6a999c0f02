import Testing

@testable import RequisiteWebSocket

@Suite("UTF-8 as it arrives", .timeLimit(.minutes(1)))
struct UTF8CheckTests {
  @Test("A check agrees with the standard library on every sequence of two bytes, and on samples of more")
  func agreement() {
    for first in UInt8.min...UInt8.max {
      for second in UInt8.min...UInt8.max { compare([first, second]) }
    }
    let parts: [UInt8] = [
      0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC2, 0xE0, 0xED, 0xEF, 0xF0, 0xF4, 0xF5,
    ]
    for first in parts {
      for second in parts {
        for third in parts {
          compare([first, second, third])
          for fourth in parts { compare([first, second, third, fourth]) }
        }
      }
    }
  }

  private func compare(_ bytes: [UInt8]) {
    var (whole, piecewise) = (UTF8Check(), UTF8Check())
    let isValid = whole.accepts(bytes) && whole.isComplete
    let isValidInPieces = bytes.allSatisfy { piecewise.accepts([$0]) } && piecewise.isComplete
    let expected = String(validating: bytes, as: UTF8.self) != nil
    guard isValid != expected || isValidInPieces != expected else { return }
    Issue.record("\(bytes): \(isValid), in pieces \(isValidInPieces)")
  }

  @Test("A fault is found at its byte, not at the end of the message")
  func early() throws {
    let text = Array("κόσμε".utf8)
    var socket = SocketMachine(isClient: true)
    // U+D800 is a surrogate: the second byte is at fault. The rest of the frame has not arrived.
    let events = socket.events(of: [0x81, 100] + text + [0xED, 0xA0], inPiecesOf: 1)
    #expect(events == [.ended(.failed(.violation("a text message is not UTF-8", .invalidData)))])
    #expect(try socket.closeCodeSent() == .invalidData)
  }

  @Test("A character may be split between frames, but not between messages")
  func split() throws {
    var socket = SocketMachine(isClient: true)
    #expect(
      socket.events(of: [0x01, 0x02, 0xE2, 0x82, 0x80, 0x01, 0xAC]) == [
        .message(isText: true, Data("€".utf8))
      ])
    let events = socket.events(of: [0x81, 0x02, 0xE2, 0x82])
    #expect(events == [.ended(.failed(.violation("a text message ends within a character", .invalidData)))])
  }
}

extension UTF8Check {
  fileprivate mutating func accepts(_ bytes: [UInt8]) -> Bool { bytes.withUnsafeBytes { accepts($0) } }
}
