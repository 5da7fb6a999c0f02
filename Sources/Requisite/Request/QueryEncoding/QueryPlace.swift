/// A place in a value that is being written as a query: its name there, and the way to it.
struct QueryPlace {
  /// The name that a text at this place is written under; nil at the top, which has none.
  let name: String?
  let path: [any CodingKey]
  /// Whether it is an element of an array.
  let isElement: Bool

  static let top = QueryPlace(name: nil, path: [], isElement: false)

  /// The place of a property.
  func member(_ key: any CodingKey, by style: QueryEncoder) -> QueryPlace {
    member(key, named: style.keys.name(of: key.stringValue), by: style)
  }

  /// The place of a member of that name.
  func member(_ key: any CodingKey, named text: String, by style: QueryEncoder) -> QueryPlace {
    QueryPlace(name: name.map { style.nesting.join($0, text) } ?? text, path: path + [key], isElement: false)
  }

  /// The place of an element.
  func element(_ index: Int, by style: QueryEncoder) -> QueryPlace {
    let array = name ?? ""
    let name =
      switch style.arrays {
      case .repeated, .commaSeparated: array
      case .brackets: array + "[]"
      case .indexed: "\(array)[\(index)]"
      }
    return QueryPlace(name: name, path: path + [QueryIndex(index)], isElement: true)
  }

  /// Whether an object can be written here.
  func admitsObject(in style: QueryEncoder) -> Bool { !isElement || style.arrays == .indexed }
}

extension QueryEncoder.NestingStyle {
  fileprivate func join(_ object: String, _ member: String) -> String {
    switch self {
    case .brackets: "\(object)[\(member)]"
    case .dots: "\(object).\(member)"
    }
  }
}

/// A place in an array, as a coding path shows it.
private struct QueryIndex: CodingKey {
  let index: Int

  init(_ index: Int) { self.index = index }
  init?(intValue: Int) { index = intValue }
  init?(stringValue: String) { nil }

  var intValue: Int? { index }
  var stringValue: String { "\(index)" }
}
