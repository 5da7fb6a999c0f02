/// SHA-256 (FIPS 180-4, §6.2): of a text at once, or of chunks by `update(_:)` and `finish()`.
///
/// The library implements it because the package has no dependencies and Foundation on Linux does not provide it.
package struct SHA256 {
  private var state: (UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32) = (
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19
  )

  /// The bytes that fill no block yet, and the number of bytes before them.
  private var rest: [UInt8] = []
  private var count = 0

  /// Begins a hash of chunks.
  package init() {}

  /// Adds the next bytes of the message.
  package mutating func update(_ chunk: some Sequence<UInt8>) {
    rest.append(contentsOf: chunk)
    let whole = rest.count / 64 * 64
    addBlocks(of: rest[..<whole])
    rest.removeFirst(whole)
  }

  /// Returns the 32 bytes of the hash. Nothing may be added after it.
  package mutating func finish() -> [UInt8] {
    addBlocks(of: HashBlocks.padded(rest, after: count, shifts: stride(from: 56, through: 0, by: -8))[...])
    return bytes
  }

  /// Returns the 32 bytes of the hash.
  package static func hash(_ message: some Sequence<UInt8>) -> [UInt8] {
    var hash = SHA256()
    hash.update(message)
    return hash.finish()
  }

  private mutating func addBlocks(of bytes: ArraySlice<UInt8>) {
    count += bytes.count
    bytes.withUnsafeBytes { bytes in
      for block in stride(from: 0, to: bytes.count, by: 64) { add(bytes, at: block) }
    }
  }

  /// Returns the hash of a text in UTF-8, as 64 hexadecimal digits.
  package static func hexadecimal(_ text: String) -> String {
    Hexadecimal.encode(hash(text.utf8))
  }

  private var bytes: [UInt8] {
    let words = [state.0, state.1, state.2, state.3, state.4, state.5, state.6, state.7]
    return words.flatMap { word in withUnsafeBytes(of: word.bigEndian) { Array($0) } }
  }

  private mutating func add(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
      for index in 0..<16 {
        let word = bytes.loadUnaligned(fromByteOffset: offset + index * 4, as: UInt32.self)
        schedule[index] = UInt32(bigEndian: word)
      }
      for index in 16..<64 {
        let (early, late) = (schedule[index - 15], schedule[index - 2])
        let first = Self.rotate(early, 7) ^ Self.rotate(early, 18) ^ (early >> 3)
        let second = Self.rotate(late, 17) ^ Self.rotate(late, 19) ^ (late >> 10)
        schedule[index] = schedule[index - 16] &+ first &+ schedule[index - 7] &+ second
      }
      compress(schedule)
    }
  }

  private mutating func compress(_ schedule: UnsafeMutableBufferPointer<UInt32>) {
    var (a, b, c, d, e, f, g, h) = state
    for index in 0..<64 {
      let high = Self.rotate(e, 6) ^ Self.rotate(e, 11) ^ Self.rotate(e, 25)
      let one = h &+ high &+ ((e & f) ^ (~e & g)) &+ Self.constants[index] &+ schedule[index]
      let low = Self.rotate(a, 2) ^ Self.rotate(a, 13) ^ Self.rotate(a, 22)
      let two = low &+ ((a & b) ^ (a & c) ^ (b & c))
      (h, g, f, e, d, c, b, a) = (g, f, e, d &+ one, c, b, a, one &+ two)
    }
    state = (
      state.0 &+ a, state.1 &+ b, state.2 &+ c, state.3 &+ d, state.4 &+ e, state.5 &+ f, state.6 &+ g,
      state.7 &+ h
    )
  }

  @inline(__always)
  private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word >> count | word << (32 - count)
  }

  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
    0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
    0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
    0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
    0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
    0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
    0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
  ]
}

/// The padding that SHA-1, SHA-256 (FIPS 180-4 §5.1.1) and MD5 (RFC 1321 §3.1) share.
package enum HashBlocks {
  /// Appends a 1 bit, zeros, and the length in bits, so that the message fills blocks of 64 bytes.
  ///
  /// - Parameters:
  ///   - count: The number of bytes of the message before these; a multiple of 64.
  ///   - shifts: The order of the 8 bytes of the length, as right shifts: big-endian or little-endian.
  package static func padded(
    _ message: some Sequence<UInt8>, after count: Int = 0, shifts: StrideThrough<Int>
  ) -> [UInt8] {
    var padded = Array(message)
    let bitCount = UInt64(count + padded.count) &* 8
    padded.append(0x80)
    padded.append(contentsOf: repeatElement(0, count: (120 - padded.count % 64) % 64))
    padded.append(contentsOf: shifts.map { UInt8(truncatingIfNeeded: bitCount >> $0) })
    return padded
  }
}
