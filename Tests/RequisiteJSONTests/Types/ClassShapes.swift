import Foundation

/// Types that write their own `Codable`: with super decoders, containers in containers, and values of any kind.
extension Shapes {
  class Base: Codable {
    var id: Int
    var title: String?

    init(id: Int) { self.id = id }
  }

  /// Has its superclass's members in a member `super`.
  final class Inner: Base {
    var note: String
    enum CodingKeys: CodingKey { case note }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      note = try container.decode(String.self, forKey: .note)
      try super.init(from: container.superDecoder())
    }

    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(note, forKey: .note)
      try super.encode(to: container.superEncoder())
    }
  }

  /// Has its superclass's members beside its own.
  final class Beside: Base {
    var rank: Double?
    enum CodingKeys: CodingKey { case rank }

    required init(from decoder: any Decoder) throws {
      try super.init(from: decoder)
      rank = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(Double.self, forKey: .rank)
    }

    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encodeIfPresent(rank, forKey: .rank)
    }
  }

  /// A value of any kind, found by trying one type after the other.
  indirect enum Anything: Codable {
    case null, bool(Bool), int(Int), double(Double), string(String), list([Anything]), object(
      [String: Anything])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        self = .null
      } else if let value = try? container.decode(Bool.self) {
        self = .bool(value)
      } else if let value = try? container.decode(Int.self) {
        self = .int(value)
      } else if let value = try? container.decode(Double.self) {
        self = .double(value)
      } else if let value = try? container.decode(String.self) {
        self = .string(value)
      } else if let value = try? container.decode([Anything].self) {
        self = .list(value)
      } else {
        self = .object(try container.decode([String: Anything].self))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .null: try container.encodeNil()
      case .bool(let value): try container.encode(value)
      case .int(let value): try container.encode(value)
      case .double(let value): try container.encode(value)
      case .string(let value): try container.encode(value)
      case .list(let value): try container.encode(value)
      case .object(let value): try container.encode(value)
      }
    }
  }

  /// Reads a list and skips the elements that do not decode, as programs do that a server must not break.
  struct Surviving: Codable {
    var good: [Int] = []
    var bad: [String] = []
    var ends: [Int] = []

    private struct Skipped: Codable {}

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      while !container.isAtEnd {
        do {
          good.append(try container.decode(Int.self))
        } catch {
          bad.append(Outcome.of { throw error })
          if (try? container.decode(Skipped.self)) == nil, (try? container.decodeNil()) != true {
            _ = try? container.superDecoder()
          }
        }
        ends.append(container.currentIndex)
        if ends.count > 40 { break }
      }
    }
  }

  /// Describes each place it is decoded at: coding paths, keys, counts.
  struct Described: Codable {
    var text: String

    enum CodingKeys: String, CodingKey { case a, b, list, camelCase }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let keys = container.allKeys.map(\.stringValue).sorted()
      var texts = [Probe.path(decoder.codingPath), Probe.path(container.codingPath), "\(keys)"]
      for key in CodingKeys.allCases {
        texts.append("\(container.contains(key)) \(Outcome.of { "\(try container.decodeNil(forKey: key))" })")
        texts.append(Outcome.of { try container.decode(Described.self, forKey: key).text })
        texts.append(Outcome.of { try Self.list(container.nestedUnkeyedContainer(forKey: key)) })
        texts.append(Outcome.of { Probe.path(try container.superDecoder(forKey: key).codingPath) })
        texts.append(
          Outcome.of {
            Probe.path(try container.nestedContainer(keyedBy: CodingKeys.self, forKey: key).codingPath)
          })
      }
      text = texts.joined(separator: "; ")
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(text)
    }

    private static func list(_ container: any UnkeyedDecodingContainer) throws -> String {
      var container = container
      var texts = ["\(container.count ?? -1) \(Probe.path(container.codingPath))"]
      for _ in 0..<3 {
        texts.append(Outcome.of { "\(String(describing: try container.decodeIfPresent(Int8.self)))" })
        texts.append(Outcome.of { try container.decode(Described.self).text })
        texts.append(
          Outcome.of { Probe.path(try container.nestedContainer(keyedBy: CodingKeys.self).codingPath) })
        texts.append("\(container.currentIndex) \(container.isAtEnd)")
      }
      return "[\(texts.joined(separator: ", "))]"
    }
  }
}

extension Shapes.Described.CodingKeys: CaseIterable {}
