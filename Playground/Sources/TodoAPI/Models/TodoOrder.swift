import Requisite

/// What todos are sorted by.
public struct TodoOrder: Hashable, Sendable {
  /// A property to sort by, as the server calls it.
  public enum Key: String, CaseIterable, Sendable {
    case id
    case user = "userId"
    case title
    case done = "completed"
  }

  /// The property.
  public var key: Key
  /// Whether the largest comes first.
  public var isDescending: Bool

  /// Makes an order; ascending by default.
  public init(_ key: Key, isDescending: Bool = false) {
    self.key = key
    self.isDescending = isDescending
  }
}

extension [TodoOrder] {
  /// `_sort=userId,title&_order=asc,desc`; nothing where there is no order.
  var query: QueryParams {
    guard !isEmpty else { return [:] }
    return [
      "_sort": map(\.key.rawValue).joined(separator: ","),
      "_order": map { $0.isDescending ? "desc" : "asc" }.joined(separator: ","),
    ]
  }
}
