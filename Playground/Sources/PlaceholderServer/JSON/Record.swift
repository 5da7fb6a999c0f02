/// A JSON object, with its members in their original order.
struct Record: Sendable, Hashable {
  private(set) var members: [Member]

  struct Member: Sendable, Hashable {
    var key: String
    var value: JSON
  }

  init(_ members: [Member] = []) {
    self.members = members
  }

  /// The member called `key`.
  ///
  /// Setting an existing member keeps its place; a new one is appended; nil removes the member.
  subscript(key: String) -> JSON? {
    get { members.first { $0.key == key }?.value }
    set {
      let place = members.firstIndex { $0.key == key }
      switch (place, newValue) {
      case (let place?, let value?): members[place].value = value
      case (let place?, nil): members.remove(at: place)
      case (nil, let value?): members.append(Member(key: key, value: value))
      case (nil, nil): break
      }
    }
  }

  /// The value at a dotted path such as `address.city`.
  func value(at path: String) -> JSON? {
    var current = JSON.object(self)
    for key in path.split(separator: ".") {
      guard case .object(let record) = current, let next = record[String(key)] else { return nil }
      current = next
    }
    return current
  }

  /// Returns the record with the members of `other` set on it, as PATCH does.
  func merging(_ other: Record) -> Record {
    other.members.reduce(into: self) { $0[$1.key] = $1.value }
  }

  func mentions(_ needle: String) -> Bool {
    members.contains { $0.value.mentions(needle) }
  }
}

extension Record: ExpressibleByDictionaryLiteral {
  init(dictionaryLiteral elements: (String, JSON)...) {
    self.init(elements.map { Member(key: $0.0, value: $0.1) })
  }
}
