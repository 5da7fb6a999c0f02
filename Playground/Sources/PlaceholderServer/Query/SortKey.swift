/// A member to sort by, and the direction.
struct SortKey: Sendable, Hashable {
  var path: String
  var isDescending: Bool

  /// Parses `_sort=userId,title&_order=asc,desc`: the first key counts most; a missing order is ascending.
  static func keys(sort: String, order: String) -> [SortKey] {
    let directions = order.split(separator: ",").map { $0.lowercased() }
    return sort.split(separator: ",").enumerated().map { index, path in
      SortKey(path: String(path), isDescending: index < directions.count && directions[index] == "desc")
    }
  }
}

extension [Record] {
  /// Returns the records in the order of `keys`. Records that are equal by all keys keep their order.
  func sorted(by keys: [SortKey]) -> [Record] {
    guard !keys.isEmpty else { return self }
    let rows = enumerated().map { place, record in
      (place: place, record: record, values: keys.map { record.value(at: $0.path)?.plainText ?? "" })
    }
    let sorted = rows.sorted { left, right in
      for (index, key) in keys.enumerated() where left.values[index] != right.values[index] {
        let precedes = NaturalOrder.precedes(left.values[index], right.values[index])
        return precedes != key.isDescending
      }
      return left.place < right.place
    }
    return sorted.map(\.record)
  }
}
