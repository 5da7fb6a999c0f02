/// One word of a tape: where a value begins, its length in bytes, its kind and its marks.
///
/// A scalar is one word, or two if it is longer than `longest` bytes; an array or an object is two words, followed
/// by the nodes of its members. The second word of a container holds the index after its subtree and the count. An empty
/// container is one word.
struct Node {
  /// Start in bits 0 to 31, length in bits 32 to 55, kind in 56 to 59, marks in 60 to 63.
  var bits: UInt64

  /// The kinds, in the order that makes `isContainer` one comparison.
  enum Kind {
    static let null: UInt8 = 0
    static let `false`: UInt8 = 1
    static let `true`: UInt8 = 2
    static let number: UInt8 = 3
    /// ASCII without escapes or control characters: the bytes are the string.
    static let plainString: UInt8 = 4
    /// Has bytes beyond ASCII, and neither escapes nor control characters. UTF-8 is checked when it is read.
    static let wideString: UInt8 = 5
    /// Has escapes or control characters. Both are checked when the string is read.
    static let escapedString: UInt8 = 6
    static let array: UInt8 = 7
    static let object: UInt8 = 8
  }

  /// A number of digits only, with or without a minus sign.
  static let isInteger: UInt8 = 0x10
  /// An array or object without members: it has no second word.
  static let isEmpty: UInt8 = 0x10
  /// A scalar whose length did not fit: the next word has it.
  static let isLong: UInt8 = 0x20
  /// An object in which comparing bytes is not enough: see `Scanner.close`.
  static let needsIndex: UInt8 = 0x40
  /// An object that was read as a dictionary: its keys are taken as they stand, whatever the style of keys.
  static let isDictionary: UInt8 = 0x80

  static let longest = (1 << 24) - 1

  @inline(__always) init(bits: UInt64) { self.bits = bits }

  @inline(__always) init(_ mark: UInt8, start: Int, length: Int) {
    bits = UInt64(mark) << 56 | UInt64(truncatingIfNeeded: length) << 32 | UInt64(truncatingIfNeeded: start)
  }

  @inline(__always) var kind: UInt8 { UInt8(truncatingIfNeeded: bits >> 56) & 0x0f }
  @inline(__always) var marks: UInt8 { UInt8(truncatingIfNeeded: bits >> 56) }
  @inline(__always) var start: Int { Int(UInt32(truncatingIfNeeded: bits)) }
  @inline(__always) var shortLength: Int { Int(UInt32(truncatingIfNeeded: bits >> 32) & 0xff_ffff) }
  /// Kind, marks and length, which are equal for two plain keys of one length.
  @inline(__always) var shape: UInt32 { UInt32(truncatingIfNeeded: bits >> 32) }
  @inline(__always) var isContainer: Bool { kind >= Kind.array }
  @inline(__always) func has(_ mark: UInt8) -> Bool { marks & mark != 0 }
}
