/// The query of a list: which records, in which order, which part of them, and which related records to add.
struct ListQuery: Sendable {
  var items: [QueryItem]
  var text: String?
  var sort: [SortKey]
  var window: Window
  var relations: Relations

  init(_ items: [QueryItem]) {
    let controls = Dictionary(
      items.filter { Self.controls.contains($0.name) }.map { ($0.name, $0.value) },
      uniquingKeysWith: { _, last in last })
    self.items = items.filter { !Self.controls.contains($0.name) }
    text = controls["q"].flatMap { $0.isEmpty ? nil : $0 }
    sort = SortKey.keys(sort: controls["_sort"] ?? "", order: controls["_order"] ?? "")
    window = Window(controls)
    relations = Relations(items)
  }

  private static let controls: Set<String> = [
    "q", "_page", "_limit", "_start", "_end", "_sort", "_order", "_embed", "_expand",
  ]

  /// Returns the records that meet every condition, sorted.
  ///
  /// The window is not applied, because the response also needs the total.
  func matches(in records: [Record]) -> [Record] {
    let filters = Filter.filters(in: items, for: records)
    let found = records.filter { record in
      filters.allSatisfy { $0.accepts(record) } && text.map(record.mentions) ?? true
    }
    return found.sorted(by: sort)
  }
}
