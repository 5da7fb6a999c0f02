import Foundation

/// What a value should look like: a type made at random. `Probe` decodes by it.
indirect enum Schema {
  case bool, int, int8, uint16, int64, uint64, double, float, string, date, data, url, decimal, uuid
  case optional(Schema)
  case array(Schema)
  case dictionary(Schema)
  case numbered(Schema)
  case ints, doubles, strings, optionalInts
  case object([Member])
  case tuple([Schema])
  case wrapped(Schema)

  struct Member {
    let name: String
    let schema: Schema
    let access: Access
  }

  /// How an `init(from:)` gets at a member.
  enum Access: CaseIterable {
    case decode, ifPresent, contains, nested, nestedUnkeyed, superDecoder, `super`, twice
  }

  /// Whether there is a dictionary in it. Foundation reads its entries in the order of their hashes, so which of several
  /// errors it comes upon first is chance.
  var hasDictionary: Bool {
    let text = "\(self)"
    return text.contains("dictionary") || text.contains("numbered")
  }

  static let names = [
    "id", "name", "createdAt", "a", "b", "url", "avatar_url", "x_y_z", "_private", "ünïcode", "K", "super",
  ]

  static func random(depth: Int, _ random: inout Seeded) -> Schema {
    let scalars: [Schema] = [
      .bool, .int, .int8, .uint16, .int64, .uint64, .double, .float, .string, .date, .data, .url, .decimal,
      .uuid,
      .ints, .doubles, .strings, .optionalInts,
    ]
    guard depth > 0 else { return scalars[random.below(scalars.count)] }
    switch random.below(12) {
    case 0: return .optional(.random(depth: depth - 1, &random))
    case 1, 2: return .array(.random(depth: depth - 1, &random))
    case 3: return .dictionary(.random(depth: depth - 1, &random))
    case 4: return .numbered(.random(depth: depth - 1, &random))
    case 5: return .tuple((0..<random.below(4)).map { _ in .random(depth: depth - 1, &random) })
    case 6: return .wrapped(.random(depth: depth - 1, &random))
    case 7...9:
      let members = (0..<random.below(6)).map { _ in
        Member(
          name: names[random.below(names.count)], schema: .random(depth: depth - 1, &random),
          access: Access.allCases[random.below(Access.allCases.count)])
      }
      return .object(members)
    default: return scalars[random.below(scalars.count)]
    }
  }
}

/// Random numbers from a seed.
struct Seeded: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: Int) { state = UInt64(truncatingIfNeeded: seed) &* 0x9e37_79b9_7f4a_7c15 &+ 1 }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
    return mixed ^ mixed >> 31
  }

  mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(max(limit, 1))) }

  mutating func oneIn(_ count: Int) -> Bool { below(count) == 0 }
}
