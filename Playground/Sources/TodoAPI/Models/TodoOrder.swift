import Requisite

/// A property by which todos are sorted, and the direction.
public struct TodoOrder: Hashable, Sendable {
  /// A property to sort by, with the server's name for it.
  public enum Key: String, CaseIterable, Sendable {
    case id
    case user = "userId"
    case title
    case done = "completed"
  }

  /// The property to sort by.
  public var key: Key
  /// True if the largest value comes first.
  public var isDescending: Bool

  /// Makes an order; ascending by default.
  public init(_ key: Key, isDescending: Bool = false) {
    self.key = key
    self.isDescending = isDescending
  }
}

extension [TodoOrder] {
  /// The query `_sort=userId,title&_order=asc,desc`; empty without an order.
  var query: QueryParams {
    guard !isEmpty else { return [:] }
    return [
      "_sort": map(\.key.rawValue).joined(separator: ","),
      "_order": map { $0.isDescending ? "desc" : "asc" }.joined(separator: ","),
    ]
  }
}
