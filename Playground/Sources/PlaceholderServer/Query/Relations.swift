/// The related records to add to each record: `_embed=comments` adds its children, `_expand=user` its parent.
struct Relations: Sendable, Hashable {
  var embedded: [Resource]
  var expanded: [Resource]

  init(_ items: [QueryItem]) {
    embedded = items.filter { $0.name == "_embed" }.compactMap { Resource(rawValue: $0.value) }
    expanded = items.filter { $0.name == "_expand" }.compactMap { Resource(singular: $0.value) }
  }

  func apply(to records: [Record], of resource: Resource, from store: PlaceholderStore) async -> [Record] {
    var records = records
    for child in embedded where resource.children.contains(child) {
      let children = Dictionary(grouping: await store.records(of: child)) {
        $0[resource.foreignKey]?.plainText
      }
      records = records.map {
        $0.adding(.array((children[$0.id] ?? []).map(JSON.object)), as: child.rawValue)
      }
    }
    for parent in expanded where parent.children.contains(resource) {
      let parents = Dictionary(grouping: await store.records(of: parent), by: \.id)
      records = records.map { record in
        let found = parents[record[parent.foreignKey]?.plainText]?.first
        return found.map { record.adding(.object($0), as: parent.singular) } ?? record
      }
    }
    return records
  }
}

extension Record {
  fileprivate func adding(_ value: JSON, as key: String) -> Record {
    var record = self
    record[key] = value
    return record
  }
}
