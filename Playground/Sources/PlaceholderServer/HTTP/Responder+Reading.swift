extension Resource {
  /// How long a response may be used without asking again: users for a minute, because they rarely change. All others are
  /// confirmed by their entity tag each time.
  fileprivate var freshness: [ServerResponse.Header] {
    self == .users ? [ServerResponse.Header(name: "Cache-Control", value: "max-age=60")] : []
  }
}

extension Responder {
  /// Answers with one record, or with json-server's empty 404.
  func item(_ resource: Resource, _ id: String, _ call: Call) async -> ServerResponse {
    guard let record = await store.record(id, of: resource) else { return .notFound }
    let relations = Relations(QueryItem.items(of: call.query))
    let related = await relations.apply(to: [record], of: resource, from: store)
    return related.first.map { .ok(.object($0), headers: resource.freshness) } ?? .notFound
  }

  /// Answers with the records that match the query. The header has their total and links to other pages.
  func list(_ resource: Resource, _ call: Call, with fixed: [QueryItem] = []) async -> ServerResponse {
    let query = ListQuery(QueryItem.items(of: call.query) + fixed)
    let matches = query.matches(in: await store.records(of: resource))
    let shown = Array(query.window.slice(of: matches))
    let related = await query.relations.apply(to: shown, of: resource, from: store)
    let headers = headers(for: query.window, total: matches.count, call) + resource.freshness
    let elements = related.map(JSON.object)
    return call.wantsLines ? .lines(elements, headers: headers) : .ok(.array(elements), headers: headers)
  }

  /// Returns the changes of the collection that the call watches; nil for any other call.
  func events(for call: Call) async throws(Refusal) -> AsyncStream<FeedEvent>? {
    guard call.method == "GET", case .events(let resource)? = Route(percentEncodedPath: call.path) else {
      return nil
    }
    return try await store.changes(of: resource, after: call.lastEventID.flatMap { Int($0) })
  }

  private func headers(for window: Window, total: Int, _ call: Call) -> [ServerResponse.Header] {
    guard window != .all else { return [] }
    let count = ServerResponse.Header(name: "X-Total-Count", value: String(total))
    let links = window.neighbours(total: total).map { relation, page in
      "<\(call.origin)\(call.path)?\(Self.query(call.query, page: page))>; rel=\"\(relation)\""
    }
    guard !links.isEmpty else { return [count] }
    return [count, ServerResponse.Header(name: "Link", value: links.joined(separator: ", "))]
  }

  /// Returns the query with another page number and everything else unchanged.
  private static func query(_ query: String, page: Int) -> String {
    let items = query.split(separator: "&").map { $0.hasPrefix("_page=") ? "_page=\(page)" : String($0) }
    return items.joined(separator: "&")
  }
}
