/// Answers calls from the store, as json-server does.
struct Responder: Sendable {
  let store: PlaceholderStore

  func response(to call: Call) async -> ServerResponse {
    guard let route = Route(percentEncodedPath: call.path) else { return .notFound }
    do { return try await response(to: call, at: route) } catch { return error.response }
  }

  private func response(to call: Call, at route: Route) async throws(Refusal) -> ServerResponse {
    switch (call.method, route) {
    case ("GET", .index), ("HEAD", .index): return index(call)
    case ("GET", .list(let resource)), ("HEAD", .list(let resource)):
      return await list(resource, call)
    case ("GET", .nested(let child, let parent, let id)), ("HEAD", .nested(let child, let parent, let id)):
      return await list(child, call, with: [QueryItem(name: parent.foreignKey, value: id)])
    case ("GET", .item(let resource, let id)), ("HEAD", .item(let resource, let id)):
      return await item(resource, id, call)
    case ("POST", .list(let resource)): return try await add(to: resource, call)
    case ("POST", .nested(.attachments, let parent, let id)) where await store.record(id, of: parent) == nil:
      return .notFound
    case ("POST", .nested(let child, let parent, let id)):
      return try await add(to: child, call, setting: parent.foreignKey, to: id)
    case ("PUT", .item(let resource, let id)):
      return try await change(resource, id, call) { _, posted in posted }
    case ("PATCH", .item(let resource, let id)):
      return try await change(resource, id, call) { stored, posted in stored.merging(posted) }
    case ("DELETE", .item(let resource, let id)):
      return await store.remove(id, of: resource) ? .ok(.object([:])) : .notFound
    default: return .notFound
    }
  }

  private func index(_ call: Call) -> ServerResponse {
    let links = Resource.allCases.map {
      Record.Member(key: $0.rawValue, value: "\(call.origin)/\($0.rawValue)")
    }
    return .ok(.object(Record(links)))
  }
}
