/// The checksum CRC-64/XZ: finds bytes that a disk or a crash has changed. No defence against intent.
struct CRC64 {
  private var register: UInt64 = .max

  /// The checksum of all bytes so far.
  var value: UInt64 { ~register }

  /// Goes on over more bytes.
  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    Self.table.withUnsafeBufferPointer { table in
      var register = register
      for byte in bytes { register = table[Int(UInt8(truncatingIfNeeded: register) ^ byte)] ^ register >> 8 }
      self.register = register
    }
  }

  /// Goes on over more bytes.
  mutating func add(_ data: Data) {
    data.withUnsafeBytes { add($0) }
  }

  private static let table: [UInt64] = (0..<256).map { index in
    (0..<8).reduce(UInt64(index)) { word, _ in
      word & 1 == 1 ? 0xC96C_5795_D787_0F42 ^ word >> 1 : word >> 1
    }
  }
}
