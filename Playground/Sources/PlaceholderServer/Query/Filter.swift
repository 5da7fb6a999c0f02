/// One condition on a member: `completed=true`, `id_gte=10`, `title_like=basil`, `address.city=Ahrensholm`.
///
/// The values of a repeated condition are alternatives (`id=1&id=2` finds both); `_ne` excludes all its values.
struct Filter: Sendable, Hashable {
  var path: String
  var comparison: Comparison
  var values: [String]

  /// The comparison, named by the suffix of the query item.
  ///
  /// Unlike in json-server, `_like` takes plain text, not a regular expression, so that no pattern of a client can keep
  /// this server busy.
  enum Comparison: String, Sendable, CaseIterable {
    case equal = ""
    case atLeast = "_gte"
    case atMost = "_lte"
    case different = "_ne"
    case like = "_like"
  }

  func accepts(_ record: Record) -> Bool {
    let member = record.value(at: path)?.plainText
    guard comparison != .different else { return values.allSatisfy { $0 != member } }
    guard let member else { return false }
    return values.contains { accepts(member, $0) }
  }

  private func accepts(_ member: String, _ value: String) -> Bool {
    switch comparison {
    case .equal: member == value
    case .different: member != value
    case .atLeast: !NaturalOrder.precedes(member, value)
    case .atMost: !NaturalOrder.precedes(value, member)
    case .like: member.containsIgnoringCase(value)
    }
  }
}

extension Filter {
  /// Returns the conditions of a query.
  ///
  /// A condition on a member that no record has is ignored, as in json-server.
  static func filters(in items: [QueryItem], for records: [Record]) -> [Filter] {
    items.reduce(into: [Filter]()) { filters, item in
      let (path, comparison) = split(item.name)
      guard records.contains(where: { $0.value(at: path) != nil }) else { return }
      if let known = filters.firstIndex(where: { $0.path == path && $0.comparison == comparison }) {
        filters[known].values.append(item.value)
      } else {
        filters.append(Filter(path: path, comparison: comparison, values: [item.value]))
      }
    }
  }

  private static func split(_ name: String) -> (path: String, Comparison) {
    let suffixed = Comparison.allCases.first { $0 != .equal && name.hasSuffix($0.rawValue) }
    guard let comparison = suffixed else { return (name, .equal) }
    return (String(name.dropLast(comparison.rawValue.count)), comparison)
  }
}
