/// A value at the end of a key path, for any decoder. A task-local value carries the path, because the client's decoder
/// must not be changed for one call.
struct DocumentPart<Value: Decodable>: Decodable {
  let value: Value

  static func decode(at path: DocumentPath, from data: Data, using decoder: any ResponseDecoder) throws
    -> Value
  {
    try DocumentPath.$current.withValue(path) {
      try decoder.decode(Self.self, from: data).value
    }
  }

  init(from decoder: any Decoder) throws {
    let path = DocumentPath.current
    var place = DocumentPosition.top(decoder)
    for key in path.keys { place = try place.descend(to: key, of: path) }
    value = try place.decode(Value.self)
  }
}

/// The keys that lead to a part of a document.
struct DocumentPath: Sendable {
  @TaskLocal static var current = DocumentPath("", [])

  let text: String
  let keys: [Key]

  init(_ text: String, _ names: [String]) {
    self.text = text
    keys = names.map { Key($0) }
  }

  struct Key: CodingKey, Sendable {
    let stringValue: String
    var intValue: Int? { Int(stringValue) }

    init(_ text: String) { stringValue = text }
    init(stringValue: String) { self.init(stringValue) }
    init(intValue: Int) { self.init(String(intValue)) }
  }
}

/// The error for a key path that leads nowhere.
struct KeyPathNotFound: Error {
  let keyPath: String
}

/// A position on the way through a document.
private enum DocumentPosition {
  case top(any Decoder)
  case member(KeyedDecodingContainer<DocumentPath.Key>, DocumentPath.Key)
  case element(any UnkeyedDecodingContainer)

  func descend(to key: DocumentPath.Key, of path: DocumentPath) throws -> DocumentPosition {
    if let members = attempt({ try keyed() }) {
      guard members.contains(key) else { throw KeyPathNotFound(keyPath: path.text) }
      return .member(members, key)
    }
    guard let index = key.intValue, var elements = attempt({ try unkeyed() }),
      index >= 0, index < elements.count ?? 0
    else { throw KeyPathNotFound(keyPath: path.text) }
    while elements.currentIndex < index { _ = try elements.superDecoder() }
    return .element(elements)
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    switch self {
    case .top(let decoder): return try Value(from: decoder)
    case .member(let members, let key): return try members.decode(type, forKey: key)
    case .element(var elements): return try elements.decode(type)
    }
  }

  private func keyed() throws -> KeyedDecodingContainer<DocumentPath.Key> {
    switch self {
    case .top(let decoder): return try decoder.container(keyedBy: DocumentPath.Key.self)
    case .member(let members, let key):
      return try members.nestedContainer(keyedBy: DocumentPath.Key.self, forKey: key)
    case .element(var elements): return try elements.nestedContainer(keyedBy: DocumentPath.Key.self)
    }
  }

  private func unkeyed() throws -> any UnkeyedDecodingContainer {
    switch self {
    case .top(let decoder): return try decoder.unkeyedContainer()
    case .member(let members, let key): return try members.nestedUnkeyedContainer(forKey: key)
    case .element(var elements): return try elements.nestedUnkeyedContainer()
    }
  }

  /// Opens a container; returns nil if the value is of another kind. A decoder offers no other way to ask for the kind.
  private func attempt<Container>(_ open: () throws -> Container) -> Container? {
    do { return try open() } catch { return nil }
  }
}
