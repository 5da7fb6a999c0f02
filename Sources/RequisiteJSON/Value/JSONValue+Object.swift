extension JSONValue {
  /// The members of a JSON object, in order. Each key occurs once.
  ///
  /// Looking up a key takes time in proportion to the number of members: for an object with thousands of members that are
  /// looked up by key, decode a dictionary, `[String: JSONValue]`.
  public struct Object: Sendable {
    private var members: [Member]

    private struct Member: Sendable, Hashable {
      let key: String
      var value: JSONValue
    }

    /// Creates an object without members.
    public init() { members = [] }

    /// Creates an object of members in their order. If a key is repeated, its first value counts.
    public init(_ members: some Sequence<(String, JSONValue)>) {
      var known = Set<String>()
      self.members = members.filter { known.insert($0.0).inserted }.map { Member(key: $0.0, value: $0.1) }
    }

    /// The keys, in order.
    public var keys: [String] { members.map(\.key) }

    /// The value of a member; nil if there is none.
    ///
    /// Setting a value keeps the place of a member that exists, or appends one; setting nil removes it.
    public subscript(key: String) -> JSONValue? {
      get { members.first { $0.key == key }?.value }
      set {
        let index = members.firstIndex { $0.key == key }
        switch (index, newValue) {
        case (let index?, let value?): members[index].value = value
        case (let index?, nil): members.remove(at: index)
        case (nil, let value?): members.append(Member(key: key, value: value))
        case (nil, nil): break
        }
      }
    }

    /// The members as a dictionary, without their order.
    public var dictionary: [String: JSONValue] {
      Dictionary(members.map { ($0.key, $0.value) }) { first, _ in first }
    }
  }
}

extension JSONValue.Object: RandomAccessCollection {
  /// The position of the first member.
  public var startIndex: Int { members.startIndex }
  /// The position after the last member.
  public var endIndex: Int { members.endIndex }
  /// The member at a position.
  public subscript(position: Int) -> (key: String, value: JSONValue) {
    (members[position].key, members[position].value)
  }
}

extension JSONValue.Object: Hashable {
  /// True if both have the same members, in any order.
  public static func == (left: Self, right: Self) -> Bool {
    left.members == right.members
      || left.members.count == right.members.count && left.dictionary == right.dictionary
  }

  /// Hashes the members, whatever their order.
  public func hash(into hasher: inout Hasher) { hasher.combine(dictionary) }
}

extension JSONValue.Object: ExpressibleByDictionaryLiteral {
  /// Creates an object of members in their order. If a key is repeated, its first value counts.
  public init(dictionaryLiteral members: (String, JSONValue)...) { self.init(members) }
}

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
    guard let own = encoder as? ValueEncoder else {
      var container = encoder.singleValueContainer()
      let values = members.map { ($0.key, AnyEncodable(value: $0.value)) }
      return try container.encode(Dictionary(values) { first, _ in first })
    }
    let writer = own.writer
    writer.open(.object, serial: own.frame)
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
