import Foundation

extension Responder {
  /// Adds a record. Answers 201 with the record and its URL.
  func add(
    to resource: Resource, _ call: Call, setting key: String? = nil, to id: String = ""
  ) async throws(Refusal) -> ServerResponse {
    var record = try record(posted: call)
    if let key { record[key] = Int(id).map(JSON.int) ?? .string(id) }
    let added = try await store.insert(record, into: resource)
    let location = "\(call.origin)/\(resource.rawValue)/\(added.id ?? "")"
    return ServerResponse(
      status: 201, headers: [.init(name: "Location", value: location)], body: .object(added))
  }

  /// Changes a record. Answers 200 with the changed record, or 404 if it does not exist.
  func change(
    _ resource: Resource, _ id: String, _ call: Call,
    by change: @escaping @Sendable (_ stored: Record, _ posted: Record) -> Record
  ) async throws(Refusal) -> ServerResponse {
    let posted = try record(posted: call)
    let changed = try await store.change(id, of: resource) { change($0, posted) }
    return changed.map { .ok(.object($0)) } ?? .notFound
  }

  private func record(posted call: Call) throws(Refusal) -> Record {
    if let boundary = call.formBoundary { return try .attachment(in: call.body, boundary: boundary) }
    let essence = call.mediaType?.split(separator: ";").first?.lowercased() ?? "none"
    guard essence == "application/json" || essence.hasSuffix("+json") else {
      throw .notJSON(mediaType: essence)
    }
    guard case .object(let record) = try json(call.body) else { throw .notAnObject }
    return record
  }

  private func json(_ body: Data) throws(Refusal) -> JSON {
    do { return try JSON(parsing: body) } catch {
      guard case DecodingError.dataCorrupted(let context) = error else { throw .malformed("\(error)") }
      throw .malformed(context.debugDescription)
    }
  }
}
