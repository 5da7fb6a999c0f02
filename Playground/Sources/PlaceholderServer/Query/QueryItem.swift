import Foundation

/// One `name=value` pair of a query.
struct QueryItem: Sendable, Hashable {
  var name: String
  var value: String

  /// The items of a query in order, decoded as forms are (WHATWG URL §5.1): `+` is a space.
  static func items(of percentEncodedQuery: String) -> [QueryItem] {
    percentEncodedQuery.split(separator: "&").map { pair in
      let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return QueryItem(name: decoded(halves[0]), value: halves.count > 1 ? decoded(halves[1]) : "")
    }
  }

  private static func decoded(_ text: Substring) -> String {
    let spaced = text.replacing("+", with: " ")
    return spaced.removingPercentEncoding ?? String(spaced)
  }
}
