import Requisite
import RequisiteTesting
import Testing

@testable import RequisiteWebSocket

@Suite("A socket that gets anything", .timeLimit(.minutes(5)))
struct SocketFuzzTests {
  private static let options = {
    var options = WebSocketOptions()
    (options.maximumMessageSize, options.minimumCompressedSize) = (10_000, 20)
    return options
  }()

  private let coding: MessageCoding? = MessageCoding.isAvailable ? MessageCoding() : nil

  @Test(
    "Frames with random faults have one result, however their bytes are split, and at most one end",
    .feature("F31"), arguments: 0..<2000)
  func frames(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let bytes = faulty(&random)
    let isClient = Bool.random(using: &random)
    func machine() -> SocketMachine {
      SocketMachine(isClient: isClient, coding: coding, options: Self.options)
    }
    var whole = machine()
    let events = whole.events(of: bytes)
    var split = machine()
    var pieces: [SocketMachine.Event] = []
    var place = 0
    while place < bytes.count {
      let end = min(bytes.count, place + Int.random(in: 1...30, using: &random))
      pieces += split.events(of: Array(bytes[place..<end]))
      place = end
    }
    // Of two faults in one message, such as corrupt compression and text that is not UTF-8, either may be found first.
    #expect(events.map(\.isViolation) == pieces.map(\.isViolation), "seed \(seed)")
    #expect(events.filter { !$0.isViolation } == pieces.filter { !$0.isViolation }, "seed \(seed)")
    let ends = events.indices.filter { if case .ended = events[$0] { true } else { false } }
    #expect(ends.isEmpty || ends == [events.count - 1], "seed \(seed)")
    // What was written is read without a fault by the other end.
    var other = SocketMachine(isClient: !isClient, coding: coding, options: Self.options)
    for case .ended(.failed(let failure)) in other.events(of: whole.takeOutput()) {
      Issue.record("seed \(seed): \(failure)")
    }
  }

  /// Frames of one end, of which some bits are changed; or nothing but random bytes.
  private func faulty(_ random: inout SplitMix64) -> [UInt8] {
    let count = Int.random(in: 1...300, using: &random)
    var bytes: [UInt8]
    if Int.random(in: 0..<4, using: &random) == 0 {
      bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
    } else {
      var peer = SocketMachine(
        isClient: Bool.random(using: &random), coding: coding, options: Self.options)
      for _ in 0..<Int.random(in: 1...8, using: &random) { send(by: &peer, &random) }
      bytes = peer.takeOutput()
    }
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    }
    return bytes
  }

  private func send(by peer: inout SocketMachine, _ random: inout SplitMix64) {
    let count = Int.random(in: 0...200, using: &random)
    let text = String(repeating: "aé€😀".randomElement(using: &random) ?? "a", count: count)
    switch Int.random(in: 0..<8, using: &random) {
    case 0: peer.ping(Data(text.utf8.prefix(125)))
    case 1: peer.close(WebSocketCloseCode(rawValue: .random(in: 999...1016, using: &random)), reason: text)
    case 2...4: peer.send(text: text)
    default: peer.send(binary: (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
    }
  }

  @Test(
    "A response with random faults has one result, however its bytes are split", .feature("F31"),
    arguments: 0..<2000)
  func responses(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let bodies = [
      "101 Yes\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\nabc",
      "403 No\r\nContent-Length: 5\r\n\r\nHello", "500 No\r\n\r\nuntil the end",
      "429 No\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x\r\nde\r\n0\r\n\r\n",
    ]
    var bytes = Array("HTTP/1.1 \(bodies.randomElement(using: &random) ?? "")".utf8)
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
    }
    let sizes = (0..<bytes.count).map { _ in Int.random(in: 1...9, using: &random) }
    let (whole, pieces) = (result(of: bytes, [bytes.count]), result(of: bytes, sizes))
    #expect(whole == pieces, "seed \(seed): \(String(decoding: bytes, as: UTF8.self).debugDescription)")
  }

  /// What a response is in the end, as text.
  private func result(of bytes: [UInt8], _ sizes: [Int]) -> String {
    var (response, rest, place) = (HandshakeResponse(), bytes[...], 0)
    do throws(WebSocketFailure) {
      while !rest.isEmpty, place < sizes.count {
        let piece = Array(rest.prefix(sizes[place]))
        let (isComplete, left) = try take(piece, &response)
        rest = rest.dropFirst(piece.count - left)
        if isComplete {
          return "\(response.status) \(response.headers) \(Array(response.body)) \(rest.count)"
        }
        place += 1
      }
    } catch {
      return error.description
    }
    let isWhole = response.end()
    return "\(isWhole) \(response.status) \(response.headers) \(Array(response.body))"
  }

  private func take(
    _ piece: [UInt8], _ response: inout HandshakeResponse
  ) throws(WebSocketFailure) -> (Bool, Int) {
    try piece.withUnsafeBytes { bytes in
      Result { () throws(WebSocketFailure) -> (Bool, Int) in
        var input = bytes
        let isComplete = try response.take(&input)
        return (isComplete, input.count)
      }
    }.get()
  }
}

extension SocketMachine.Event {
  fileprivate var isViolation: Bool {
    if case .ended(.failed(let failure)) = self { failure.kind == .violation } else { false }
  }
}
