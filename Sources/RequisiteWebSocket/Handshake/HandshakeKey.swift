import Requisite

/// The key of a handshake, and the proof that a server has read it (RFC 6455 §4.2.2).
enum HandshakeKey {
  /// Returns a key: 16 random bytes in base 64.
  static func make() -> String {
    let bits = SystemRandomness.bits()
    return withUnsafeBytes(of: bits) { Data($0).base64EncodedString() }
  }

  /// Returns the `Sec-WebSocket-Accept` that answers a key.
  static func accept(for key: String) -> String {
    Data(sha1(Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8))).base64EncodedString()
  }

  /// SHA-1 (FIPS 180-4 §6.1). It is no protection here: the protocol uses it as a sign that a server speaks WebSocket.
  private static func sha1(_ message: [UInt8]) -> [UInt8] {
    let bytes = HashBlocks.padded(message, shifts: stride(from: 56, through: 0, by: -8))
    var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
    for start in stride(from: 0, to: bytes.count, by: 64) { process(bytes[start..<(start + 64)], &state) }
    return state.flatMap { word in withUnsafeBytes(of: word.bigEndian) { Array($0) } }
  }

  private static func process(_ block: ArraySlice<UInt8>, _ state: inout [UInt32]) {
    var words = [UInt32](repeating: 0, count: 80)
    for (index, byte) in block.enumerated() { words[index / 4] = words[index / 4] << 8 | UInt32(byte) }
    for index in 16..<80 {
      let word = words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16]
      words[index] = word << 1 | word >> 31
    }
    var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
    for index in 0..<80 {
      let (choice, constant): (UInt32, UInt32) =
        switch index {
        case ..<20: (b & c | ~b & d, 0x5A82_7999)
        case ..<40: (b ^ c ^ d, 0x6ED9_EBA1)
        case ..<60: (b & c | b & d | c & d, 0x8F1B_BCDC)
        default: (b ^ c ^ d, 0xCA62_C1D6)
        }
      let next = (a << 5 | a >> 27) &+ choice &+ e &+ constant &+ words[index]
      (e, d, c, b, a) = (d, c, b << 30 | b >> 2, a, next)
    }
    for (index, word) in [a, b, c, d, e].enumerated() { state[index] &+= word }
  }
}
