import ArgumentParser
import TodoAPI

/// A list of sort keys such as `user,-title`: the first key counts most, a minus reverses the order.
struct SortOption {
  let order: [TodoOrder]

  init(_ text: String) throws {
    order = try text.split(separator: ",", omittingEmptySubsequences: false).map(Self.order)
  }

  private static func order(_ word: Substring) throws -> TodoOrder {
    let name = word.hasPrefix("-") ? word.dropFirst() : word
    guard let key = keys.first(where: { $0.name == name })?.key else {
      throw ValidationError("“\(name)” is not a sort key; use \(names).")
    }
    return TodoOrder(key, isDescending: word.hasPrefix("-"))
  }

  private static let keys: [(name: String, key: TodoOrder.Key)] = [
    ("id", .id), ("user", .user), ("title", .title), ("done", .done),
  ]

  private static var names: String {
    keys.map(\.name).dropLast().joined(separator: ", ") + " or " + (keys.last?.name ?? "")
  }
}
