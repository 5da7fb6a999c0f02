/// The records in memory: a collection is seeded on first use, changed by writes, and discarded when the server stops.
/// Readers get a copy of a collection (a value) and search it outside the actor.
actor PlaceholderStore {
  private var collections: [Resource: [Record]] = [:]
  private var feeds: [Resource: ChangeFeed] = [:]
  private let limits: Limits

  init(limits: Limits = Limits()) {
    self.limits = limits
  }

  func records(of resource: Resource) -> [Record] {
    if let records = collections[resource] { return records }
    let seed = Seed.records(of: resource)
    collections[resource] = seed
    return seed
  }

  func record(_ id: String, of resource: Resource) -> Record? {
    records(of: resource).first { $0.id == id }
  }

  /// Appends a record.
  ///
  /// A record without an id gets the next free one, as its last member.
  func insert(_ record: Record, into resource: Resource) throws(Refusal) -> Record {
    var records = records(of: resource)
    guard records.count < limits.recordsPerResource, record.members.count < limits.membersPerRecord else {
      throw .full
    }
    var inserted = record
    if let id = record.id {
      guard !records.contains(where: { $0.id == id }) else { throw .idInUse(id) }
    } else {
      inserted["id"] = nil
      inserted["id"] = .int(try nextID(after: records))
    }
    records.append(inserted)
    collections[resource] = records
    feeds[resource]?.publish(.added, inserted)
    return inserted
  }

  private func nextID(after records: [Record]) throws(Refusal) -> Int {
    let largest = records.compactMap { $0.id.flatMap(Int.init) }.max() ?? 0
    guard largest < .max else { throw .full }
    return largest + 1
  }

  /// Changes one record by the function `change`. The id cannot be changed.
  ///
  /// Returns nil if the record does not exist.
  func change(
    _ id: String, of resource: Resource, by change: @Sendable (Record) -> Record
  ) throws(Refusal) -> Record? {
    var records = records(of: resource)
    guard let place = records.firstIndex(where: { $0.id == id }) else { return nil }
    var changed = change(records[place])
    changed["id"] = records[place]["id"]
    guard changed.members.count <= limits.membersPerRecord else { throw .full }
    records[place] = changed
    collections[resource] = records
    feeds[resource]?.publish(.changed, changed)
    return changed
  }

  /// Removes one record and its dependents, such as a post's comments or a user's todos. Returns false if it does not
  /// exist.
  func remove(_ id: String, of resource: Resource) -> Bool {
    guard record(id, of: resource) != nil else { return false }
    remove([id], of: resource)
    return true
  }

  /// Returns the changes of a collection from now on, after those that a watcher missed since the change `lastID`.
  func changes(of resource: Resource, after lastID: Int?) throws(Refusal) -> AsyncStream<FeedEvent> {
    let count = records(of: resource).count
    let events = feeds[resource, default: ChangeFeed()].watch(
      after: lastID, records: count, limit: limits.watchersPerResource)
    guard let events else { throw .full }
    return events
  }

  private func remove(_ ids: Set<String>, of resource: Resource) {
    let all = records(of: resource)
    let isRemoved = { (record: Record) in record.id.map(ids.contains) ?? false }
    collections[resource] = all.filter { !isRemoved($0) }
    for record in all where isRemoved(record) { feeds[resource]?.publish(.deleted, record) }
    for child in resource.children where !ids.isEmpty {
      let orphans = records(of: child).filter { record in
        record[resource.foreignKey]?.plainText.map(ids.contains) ?? false
      }
      remove(Set(orphans.compactMap(\.id)), of: child)
    }
  }
}

extension Record {
  /// The record's id as written in a path; nil if it has no id.
  var id: String? { self["id"]?.plainText }
}
