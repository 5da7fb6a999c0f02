/// A place in a value that is being written as a query: its name there, and the way to it.
struct QueryKeyPath {
  /// The name that a text at this place is written under; nil at the top, which has none.
  let name: String?
  /// Whether it is an element of an array.
  let isElement: Bool
  // The way to the object or array that this is a part of, and the last step apart from it: most places are only
  // written to, and the way is put together where a value in a value or an error asks for it.
  private let container: [any CodingKey]
  private let key: (any CodingKey)?

  static let top = QueryKeyPath(name: nil, isElement: false, container: [], key: nil)

  var path: [any CodingKey] { key.map { container + [$0] } ?? container }

  /// The place as the beginning of others.
  var opened: QueryKeyPath { QueryKeyPath(name: name, isElement: isElement, container: path, key: nil) }

  /// The place of a property of the object that is ``opened`` here.
  func member(_ key: any CodingKey, by style: QueryEncoder) -> QueryKeyPath {
    member(key, named: style.keys.name(of: key.stringValue), by: style)
  }

  /// The place of a member of that name of the object that is ``opened`` here.
  func member(_ key: any CodingKey, named text: String, by style: QueryEncoder) -> QueryKeyPath {
    let name = name.map { style.nesting.join($0, text) } ?? text
    return QueryKeyPath(name: name, isElement: false, container: container, key: key)
  }

  /// The place of an element of the array that is ``opened`` here.
  func element(_ index: Int, by style: QueryEncoder) -> QueryKeyPath {
    let array = name ?? ""
    let name =
      switch style.arrays {
      case .repeated, .commaSeparated: array
      case .brackets: array + "[]"
      case .indexed: "\(array)[\(index)]"
      }
    return QueryKeyPath(name: name, isElement: true, container: container, key: QueryIndex(index))
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
