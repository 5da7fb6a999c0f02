import Foundation

/// Decodes what the schema in `userInfo` says, and describes it.
struct Probe: Decodable {
  let text: String

  /// The schema of the value to be decoded next.
  final class Source: @unchecked Sendable {
    var schema: Schema
    init(_ schema: Schema) { self.schema = schema }
  }

  struct Key: CodingKey, Hashable {
    let stringValue: String
    let intValue: Int?

    init(stringValue: String) {
      self.stringValue = stringValue
      intValue = nil
    }

    init?(intValue: Int) { nil }
  }

  static let source = CodingUserInfoKey(rawValue: "schema")

  init(from decoder: any Decoder) throws {
    guard let key = Self.source, let source = decoder.userInfo[key] as? Source else {
      throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "no schema"))
    }
    let schema = source.schema
    text = try Self.describe(schema, decoder, source)
    source.schema = schema
  }

  private static func describe(_ schema: Schema, _ decoder: any Decoder, _ source: Source) throws -> String {
    switch schema {
    case .object(let members): return try object(members, decoder, source)
    case .tuple(let schemas):
      var container = try decoder.unkeyedContainer()
      let texts = try schemas.map { try describe($0, &container, source) }
      return "(\(texts.joined(separator: ", ")) at \(container.currentIndex) end \(container.isAtEnd))"
    default:
      return try describe(schema, decoder.singleValueContainer(), source)
    }
  }

  private static func describe(
    _ schema: Schema, _ value: any SingleValueDecodingContainer, _ source: Source
  ) throws -> String {
    switch schema {
    case .bool: return "\(try value.decode(Bool.self))"
    case .int: return "\(try value.decode(Int.self))"
    case .int8: return "\(try value.decode(Int8.self))"
    case .uint16: return "\(try value.decode(UInt16.self))"
    case .int64: return "\(try value.decode(Int64.self))"
    case .uint64: return "\(try value.decode(UInt64.self))"
    case .double: return "\(try value.decode(Double.self))"
    case .float: return "\(try value.decode(Float.self))"
    case .string: return "\(Array(try value.decode(String.self).unicodeScalars.map(\.value)))"
    case .date: return "\(try value.decode(Date.self).timeIntervalSinceReferenceDate)"
    case .data: return "\(Array(try value.decode(Data.self)))"
    case .url: return "\(try value.decode(URL.self))"
    case .decimal: return "\(try value.decode(Decimal.self))"
    case .uuid: return "\(try value.decode(UUID.self))"
    case .ints: return "\(try value.decode([Int].self))"
    case .doubles: return "\(try value.decode([Double].self))"
    case .strings: return "\(try value.decode([String].self))"
    case .optionalInts: return "\(try value.decode([Int?].self))"
    case .optional(let inner):
      if value.decodeNil() { return "nil" }
      source.schema = inner
      return try value.decode(Probe?.self).map { "some \($0.text)" } ?? "nil"
    case .array(let inner):
      source.schema = inner
      return "\(try value.decode([Probe].self).map(\.text))"
    case .dictionary(let inner):
      source.schema = inner
      return sorted(try value.decode([String: Probe].self).map { "\(Array($0.key.utf8)): \($0.value.text)" })
    case .numbered(let inner):
      source.schema = inner
      return sorted(try value.decode([Int: Probe].self).map { "\($0.key): \($0.value.text)" })
    case .wrapped(let inner):
      source.schema = inner
      return "<\(try value.decode(Probe.self).text)>"
    case .object, .tuple:
      source.schema = schema
      return try value.decode(Probe.self).text
    }
  }

  private static func sorted(_ texts: [String]) -> String { "{\(texts.sorted().joined(separator: ", "))}" }

  private static func describe(
    _ schema: Schema, _ container: inout any UnkeyedDecodingContainer, _ source: Source
  ) throws -> String {
    switch schema {
    case .bool: return "\(try container.decode(Bool.self))"
    case .int: return "\(try container.decode(Int.self))"
    case .string: return "\(try container.decode(String.self))"
    case .double: return "\(String(describing: try container.decodeIfPresent(Double.self)))"
    case .optional: if try container.decodeNil() { return "nil" }
    case .tuple(let schemas):
      var nested = try container.nestedUnkeyedContainer()
      return "\(try schemas.map { try describe($0, &nested, source) })"
    case .wrapped:
      return try describe(schema, container.superDecoder(), source)
    default: break
    }
    source.schema = schema
    return try container.decode(Probe.self).text
  }

  private static func object(_ members: [Schema.Member], _ decoder: any Decoder, _ source: Source) throws
    -> String
  {
    let container = try decoder.container(keyedBy: Key.self)
    let texts = try members.map { "\($0.name): \(try member($0, container, source))" }
    return "{\(texts.joined(separator: ", ")) of \(Set(container.allKeys.map(\.stringValue)).sorted())}"
  }

  private static func member(
    _ member: Schema.Member, _ container: KeyedDecodingContainer<Key>, _ source: Source
  ) throws -> String {
    let key = Key(stringValue: member.name)
    source.schema = member.schema
    switch member.access {
    case .decode:
      return try scalar(member.schema, key, container) ?? container.decode(Probe.self, forKey: key).text
    case .ifPresent:
      if case .int = member.schema {
        return "\(String(describing: try container.decodeIfPresent(Int.self, forKey: key)))"
      }
      if case .string = member.schema {
        return "\(String(describing: try container.decodeIfPresent(String.self, forKey: key)))"
      }
      return try container.decodeIfPresent(Probe.self, forKey: key)?.text ?? "absent"
    case .contains:
      guard container.contains(key), try !container.decodeNil(forKey: key) else { return "none" }
      return try container.decode(Probe.self, forKey: key).text
    case .nested:
      let nested = try container.nestedContainer(keyedBy: Key.self, forKey: key)
      return "nested \(nested.allKeys.map(\.stringValue).sorted()) \(path(nested.codingPath))"
    case .nestedUnkeyed:
      var nested = try container.nestedUnkeyedContainer(forKey: key)
      return "nested \(String(describing: nested.count)) \(try describe(member.schema, &nested, source))"
    case .superDecoder: return try describe(member.schema, container.superDecoder(forKey: key), source)
    case .super: return try describe(member.schema, container.superDecoder(), source)
    case .twice:
      _ = try? container.decode(Int.self, forKey: key)
      return try container.decode(Probe.self, forKey: key).text
    }
  }

  private static func scalar(
    _ schema: Schema, _ key: Key, _ container: KeyedDecodingContainer<Key>
  ) throws -> String? {
    switch schema {
    case .bool: "\(try container.decode(Bool.self, forKey: key))"
    case .int: "\(try container.decode(Int.self, forKey: key))"
    case .uint64: "\(try container.decode(UInt64.self, forKey: key))"
    case .double: "\(try container.decode(Double.self, forKey: key))"
    case .string: "\(try container.decode(String.self, forKey: key))"
    default: nil
    }
  }

  static func path(_ path: [any CodingKey]) -> String { path.map(\.stringValue).joined(separator: "/") }
}
