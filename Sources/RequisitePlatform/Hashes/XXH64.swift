/// The hash XXH64 (Yann Collet's xxHash, 64 bits): detects bytes that a disk or a crash has changed, at a few bytes per
/// cycle. It does not protect against intentional changes.
package enum XXH64 {
  private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
  private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
  private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
  private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
  private static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5

  package static func hash(_ data: Data, seed: UInt64 = 0) -> UInt64 {
    data.withUnsafeBytes { hash($0, seed: seed) }
  }

  package static func hash(_ bytes: UnsafeRawBufferPointer, seed: UInt64) -> UInt64 {
    var (hash, offset) = bytes.count >= 32 ? stripes(bytes, seed) : (seed &+ prime5, 0)
    hash &+= UInt64(bytes.count)
    while offset + 8 <= bytes.count {
      hash = rotated(hash ^ round(0, word(bytes, offset)), 27) &* prime1 &+ prime4
      offset += 8
    }
    if offset + 4 <= bytes.count {
      let half = UInt64(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
      hash = rotated(hash ^ half &* prime1, 23) &* prime2 &+ prime3
      offset += 4
    }
    while offset < bytes.count {
      hash = rotated(hash ^ UInt64(bytes[offset]) &* prime5, 11) &* prime1
      offset += 1
    }
    hash = (hash ^ hash >> 33) &* prime2
    hash = (hash ^ hash >> 29) &* prime3
    return hash ^ hash >> 32
  }

  /// Hashes all whole stripes of 32 bytes, in four lanes that do not wait for each other.
  private static func stripes(_ bytes: UnsafeRawBufferPointer, _ seed: UInt64) -> (hash: UInt64, offset: Int)
  {
    var (one, two) = (seed &+ prime1 &+ prime2, seed &+ prime2)
    var (three, four) = (seed, seed &- prime1)
    var offset = 0
    while offset + 32 <= bytes.count {
      one = round(one, word(bytes, offset))
      two = round(two, word(bytes, offset + 8))
      three = round(three, word(bytes, offset + 16))
      four = round(four, word(bytes, offset + 24))
      offset += 32
    }
    var hash = rotated(one, 1) &+ rotated(two, 7)
    hash = hash &+ rotated(three, 12) &+ rotated(four, 18)
    for lane in [one, two, three, four] { hash = (hash ^ round(0, lane)) &* prime1 &+ prime4 }
    return (hash, offset)
  }

  private static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  private static func round(_ lane: UInt64, _ word: UInt64) -> UInt64 {
    rotated(lane &+ word &* prime2, 31) &* prime1
  }

  private static func rotated(_ word: UInt64, _ count: UInt64) -> UInt64 {
    word &<< count | word &>> (64 - count)
  }
}
