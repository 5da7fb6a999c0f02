/// The part of a list that a query selects.
enum Window: Sendable, Hashable {
  case all
  /// `_page=2&_limit=20`: pages count from 1; 10 records if there is no `_limit`.
  case page(Int, size: Int)
  /// `_start=20&_end=30` or `_start=20&_limit=10`: the record at `end` is not included.
  case range(start: Int, end: Int)

  init(_ values: [String: String]) {
    let number = { (name: String) in
      values[name].flatMap { Int($0) }.map { min(Swift.max(0, $0), Self.largestNumber) }
    }
    let start = number("_start") ?? 0
    if values["_page"] != nil {
      self = .page(Swift.max(1, number("_page") ?? 1), size: Swift.max(1, number("_limit") ?? 10))
    } else if let end = number("_end") {
      self = .range(start: start, end: end)
    } else if let limit = number("_limit") {
      self = .range(start: start, end: start + limit)
    } else {
      self = .all
    }
  }

  func slice(of records: [Record]) -> ArraySlice<Record> {
    switch self {
    case .all: records[...]
    case .page(let page, let size): records.dropFirst((page - 1) * size).prefix(size)
    case .range(let start, let end): records.dropFirst(start).prefix(Swift.max(0, end - start))
    }
  }

  /// Returns the pages that the links of this one lead to, in json-server's order.
  ///
  /// Empty if one page has all records.
  func neighbours(total: Int) -> [(relation: String, page: Int)] {
    guard case .page(let page, let size) = self, total > size else { return [] }
    let last = (total + size - 1) / size
    guard page <= last else { return [] }
    let previous = page > 1 ? [("prev", page - 1)] : []
    let next = page < last ? [("next", page + 1)] : []
    return [("first", 1)] + previous + next + [("last", last)]
  }

  /// A number beyond the end of any list, and so small that no sum or product of two such numbers overflows.
  private static let largestNumber = 1_000_000
}
