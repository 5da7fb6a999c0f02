/// MD5 (RFC 1321), for Digest authentication with servers that offer no better algorithm. It is broken as a
/// cryptographic hash: use it for no other purpose.
struct MD5 {
  private var state: (UInt32, UInt32, UInt32, UInt32) = (
    0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476
  )

  /// Returns the 16 bytes of the hash.
  static func hash(_ message: some Sequence<UInt8>) -> [UInt8] {
    let padded = HashBlocks.padded(message, shifts: stride(from: 0, through: 56, by: 8))
    var hash = MD5()
    for block in stride(from: 0, to: padded.count, by: 64) { hash.add(padded[block..<block + 64]) }
    return hash.bytes
  }

  private var bytes: [UInt8] {
    [state.0, state.1, state.2, state.3].flatMap { word in
      stride(from: 0, through: 24, by: 8).map { UInt8(truncatingIfNeeded: word >> $0) }
    }
  }

  private mutating func add(_ block: ArraySlice<UInt8>) {
    let words = (0..<16).map { index in
      (0..<4).reduce(UInt32(0)) { $0 | UInt32(block[block.startIndex + index * 4 + $1]) << ($1 * 8) }
    }
    var (a, b, c, d) = state
    for step in 0..<64 {
      let (mix, index) = Self.round(step, b, c, d)
      let sum = a &+ mix &+ Self.sines[step] &+ words[index]
      let turn = Self.turns[step / 16][step % 4]
      (a, d, c, b) = (d, c, b, b &+ (sum << turn | sum >> (32 - turn)))
    }
    state = (state.0 &+ a, state.1 &+ b, state.2 &+ c, state.3 &+ d)
  }

  /// Returns the mix of three words in a step, and the index of the message word that the step adds.
  private static func round(_ step: Int, _ b: UInt32, _ c: UInt32, _ d: UInt32) -> (UInt32, Int) {
    switch step / 16 {
    case 0: ((b & c) | (~b & d), step)
    case 1: ((b & d) | (c & ~d), (5 * step + 1) % 16)
    case 2: (b ^ c ^ d, (3 * step + 5) % 16)
    default: (c ^ (b | ~d), 7 * step % 16)
    }
  }

  private static let turns: [[UInt32]] = [
    [7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21],
  ]

  /// 2³² × |sin(n)|, for n from 1 to 64 (RFC 1321 §3.4).
  private static let sines: [UInt32] = (1...64).map { UInt32(abs(sin(Double($0))) * 4_294_967_296) }
}
