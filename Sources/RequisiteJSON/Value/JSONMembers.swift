/// The members of a JSON object whose values are of any `Encodable` types, in order: what a literal at a call holds.
package struct JSONMembers: Encodable, Sendable {
  private let members: [(key: String, value: (any Encodable & Sendable)?)]

  /// Keeps members in their order. If a key is repeated, its first value counts.
  package init(_ members: some Sequence<(key: String, value: (any Encodable & Sendable)?)>) {
    var known = Set<String>()
    self.members = members.filter { known.insert($0.key).inserted }
  }

  /// Writes the members, nil as `null`. Keys stay as they are, whatever the encoder's style of keys, as for a dictionary.
  package func encode(to encoder: any Encoder) throws {
    guard let place = encoder as? ValueEncoder else {
      var container = encoder.singleValueContainer()
      let values = members.map { ($0.key, AnyEncodable(value: $0.value)) }
      return try container.encode(Dictionary(values) { first, _ in first })
    }
    let writer = place.writer
    writer.open(.object, serial: place.frame)
    for (key, value) in members {
      writer.beginMember(key)
      try writer.writeValue(AnyEncodable(value: value), at: JSONKey(key))
    }
  }
}

/// A value of any type, for encoders that need its static type.
private struct AnyEncodable: Encodable {
  let value: (any Encodable)?

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let value { try container.encode(value) } else { try container.encodeNil() }
  }
}
