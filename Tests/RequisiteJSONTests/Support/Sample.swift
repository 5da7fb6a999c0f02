import Foundation

/// A value made at random that encodes itself in all the ways that there are.
indirect enum Sample: Encodable {
  case null, nothing
  case bool(Bool), int(Int), int8(Int8), uint64(UInt64), double(Double), float(Float), string(String)
  case date(Date), data(Data), url(URL), decimal(Decimal), uuid(UUID)
  case array([Sample])
  case ints([Int]), doubles([Double]), strings([String])
  case dictionary([String: Sample]), numbered([Int: Sample])
  case optional(Sample?)
  case keyed([(name: String, value: Sample, way: Way)])
  case unkeyed([(value: Sample, way: Way)])

  enum Way: CaseIterable { case encode, nestedKeyed, nestedUnkeyed, superEncoder, later }

  /// Whether it is chance which error Foundation comes upon first.
  var hasChoice: Bool {
    let text = "\(self)"
    return text.contains("dictionary") || text.contains("numbered") || text.contains("keyed")
  }

  static func random(depth: Int, _ random: inout Seeded) -> Sample {
    guard depth > 0, !random.oneIn(4) else { return scalar(&random) }
    func inner() -> Sample { .random(depth: depth - 1, &random) }
    switch random.below(7) {
    case 0: return .array((0..<random.below(4)).map { _ in inner() })
    case 1:
      return .dictionary(
        Dictionary(
          (0..<random.below(4)).map { _ in (name(&random), inner()) }, uniquingKeysWith: { one, _ in one }))
    case 2:
      return .numbered(
        Dictionary(
          (0..<random.below(4)).map { _ in (random.below(50), inner()) }, uniquingKeysWith: { one, _ in one })
      )
    case 3: return .optional(random.oneIn(3) ? nil : inner())
    case 4, 5:
      // Foundation stops the process if a container is made for a key that has a value.
      let way: Way? = random.oneIn(2) ? .encode : nil
      var names: Set<String> = []
      let members = (0..<random.below(5)).map { _ in
        (name: name(&random), value: inner(), way: way ?? Way.allCases[random.below(Way.allCases.count)])
      }
      return .keyed(members.filter { way != nil || names.insert($0.name).inserted })
    default:
      return .unkeyed(
        (0..<random.below(4)).map { _ in (inner(), Way.allCases[random.below(Way.allCases.count)]) })
    }
  }

  private static func name(_ random: inout Seeded) -> String {
    let names =
      Schema.names + ["myURLPath", "HTTPMethod", "aB", "quote\"d", "slash/ed", "e\u{301}", "日本", "x1Y2", ""]
    return names[random.below(names.count)]
  }

  private static func scalar(_ random: inout Seeded) -> Sample {
    let doubles: [Double] = [
      0, -0.0, 1, -1.5, 0.1, 1e15, 1e16, 1e17, 9_007_199_254_740_994, 123_456_789_012, .leastNonzeroMagnitude,
      1.7976931348623157e308,
      .infinity, -.infinity, .nan, 1e21, 1e-7,
    ]
    let double = random.oneIn(3) ? Double(bitPattern: random.next()) : doubles[random.below(doubles.count)]
    switch random.below(16) {
    case 0: return random.oneIn(2) ? .null : .nothing
    case 1: return .bool(random.oneIn(2))
    case 2:
      return .int(random.oneIn(3) ? [.max, .min, 0, -1][random.below(4)] : Int(random.next() % 100_000))
    case 3: return .int8(Int8(truncatingIfNeeded: random.next()))
    case 4: return .uint64(random.next())
    case 5: return .double(double)
    case 6:
      return .float(
        random.oneIn(3) ? Float(bitPattern: UInt32(truncatingIfNeeded: random.next())) : Float(double))
    case 7:
      return .date(Date(timeIntervalSince1970: (Double(random.next() % 4_000_000_000_000) - 5e11) / 1000))
    case 8: return .data(Data((0..<random.below(9)).map { UInt8($0 * 31) }))
    case 9: return URL(string: "https://example.com/a/b?c=d").map { .url($0) } ?? .null
    case 10: return .decimal(Decimal(random.below(100_000)) / 100)
    case 11: return .uuid(UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)))
    case 12: return .ints((0..<random.below(4)).map { $0 * 1000 - 1 })
    case 13: return .doubles(Array(repeating: double, count: random.below(3)))
    case 14: return .strings((0..<random.below(3)).map { _ in text(&random) })
    default: return .string(text(&random))
    }
  }

  private static func text(_ random: inout Seeded) -> String {
    let pieces = [
      "", "plain", "with \"quotes\"", "back\\slash", "a/b/c", "tab\t", "line\n\r", "\u{0}\u{1}\u{1f}\u{7f}",
      "\u{8}\u{c}",
      "日本語", "👩‍🚀", "e\u{301}", "seven b", "eight by", "exactly sixteen!",
      "longer than that, without an escape in it",
    ]
    return (0..<random.below(4)).map { _ in pieces[random.below(pieces.count)] }.joined()
  }

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .nothing: break
    case .keyed(let members): try encode(members, to: encoder)
    case .unkeyed(let elements): try encode(elements, to: encoder)
    default: try encode(to: encoder.singleValueContainer())
    }
  }

  private func encode(to value: any SingleValueEncodingContainer) throws {
    var value = value
    switch self {
    case .null: try value.encodeNil()
    case .bool(let wrapped): try value.encode(wrapped)
    case .int(let wrapped): try value.encode(wrapped)
    case .int8(let wrapped): try value.encode(wrapped)
    case .uint64(let wrapped): try value.encode(wrapped)
    case .double(let wrapped): try value.encode(wrapped)
    case .float(let wrapped): try value.encode(wrapped)
    case .string(let wrapped): try value.encode(wrapped)
    case .date(let wrapped): try value.encode(wrapped)
    case .data(let wrapped): try value.encode(wrapped)
    case .url(let wrapped): try value.encode(wrapped)
    case .decimal(let wrapped): try value.encode(wrapped)
    case .uuid(let wrapped): try value.encode(wrapped)
    case .array(let wrapped): try value.encode(wrapped)
    case .ints(let wrapped): try value.encode(wrapped)
    case .doubles(let wrapped): try value.encode(wrapped)
    case .strings(let wrapped): try value.encode(wrapped)
    case .dictionary(let wrapped): try value.encode(wrapped)
    case .numbered(let wrapped): try value.encode(wrapped)
    case .optional(let wrapped): try value.encode(wrapped)
    case .nothing, .keyed, .unkeyed: break
    }
  }

  private func encode(_ members: [(name: String, value: Sample, way: Way)], to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Probe.Key.self)
    var open: [KeyedEncodingContainer<Probe.Key>] = []
    for (name, value, way) in members {
      let key = Probe.Key(stringValue: name)
      switch way {
      case .encode: try container.encode(value, forKey: key)
      case .nestedKeyed:
        var nested = container.nestedContainer(keyedBy: Probe.Key.self, forKey: key)
        try nested.encode(value, forKey: key)
      case .nestedUnkeyed:
        var nested = container.nestedUnkeyedContainer(forKey: key)
        try nested.encode(value)
        try nested.encodeNil()
      case .superEncoder: try value.encode(to: container.superEncoder(forKey: key))
      case .later: open.append(container.nestedContainer(keyedBy: Probe.Key.self, forKey: key))
      }
    }
    for index in open.indices { try open[index].encode(index, forKey: Probe.Key(stringValue: "later")) }
  }

  private func encode(_ elements: [(value: Sample, way: Way)], to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    var open: [any UnkeyedEncodingContainer] = []
    for (value, way) in elements {
      switch way {
      case .encode: try container.encode(value)
      case .nestedKeyed:
        var nested = container.nestedContainer(keyedBy: Probe.Key.self)
        try nested.encode(value, forKey: Probe.Key(stringValue: "x"))
      case .nestedUnkeyed:
        var nested = container.nestedUnkeyedContainer()
        try nested.encode(value)
      case .superEncoder: try value.encode(to: container.superEncoder())
      case .later: open.append(container.nestedUnkeyedContainer())
      }
    }
    for index in open.indices { try open[index].encode(container.count) }
  }
}
