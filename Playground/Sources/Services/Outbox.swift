import Foundation
import Requisite

nonisolated struct Note: Codable, Identifiable, Sendable, Equatable {
  let id: UUID
  var text: String
  var version = 0
}

/// A change that is kept in a file until the server has it. The file has the key, so that it is carried out once.
nonisolated struct NoteChange: Codable, Identifiable {
  enum Kind: Codable { case save(Note), delete(Note.ID) }
  var id = UUID()
  let kind: Kind
}

nonisolated extension NoteChange: Request {
  typealias ReturnType = Note?

  var path: RequestPath {
    switch kind {
    case .save(let note): "/notes/\(note.id)"
    case .delete(let id): "/notes/\(id)"
    }
  }
  var method: HTTPMethod {
    switch kind {
    case .save: .put
    case .delete: .delete
    }
  }
  var body: Note? { if case .save(let note) = kind { note } else { nil } }
  var headers: HTTPHeaders {
    guard case .save(let note) = kind, note.version > 0 else { return [:] }
    return [.ifMatch: "\"\(note.version)\""]
  }
  var options: RequestOptions {
    RequestOptions(deadline: .seconds(20)).with(\.idempotencyKey, "\(id)")
  }
}

/// Notes that can be changed offline: changes are sent later, in their order, and one that conflicts is shown.
@MainActor final class Outbox {
  enum Result: Equatable { case sent(Int), offline(left: Int), conflict(server: Note?) }

  private(set) var changes: [NoteChange] = []
  private let file: URL
  private let client: APIClient

  init(file: URL, client: APIClient) throws {
    (self.file, self.client) = (file, client)
    guard FileManager.default.fileExists(atPath: file.path) else { return }
    changes = try JSONDecoder().decode([NoteChange].self, from: Data(contentsOf: file))
  }

  func add(_ kind: NoteChange.Kind) throws {
    changes.append(NoteChange(kind: kind))
    try write()
  }

  private func write() throws { try JSONEncoder().encode(changes).write(to: file, options: .atomic) }

  private func removeFirst() throws {
    changes.removeFirst()
    try write()
  }

  func flush() async throws -> Result {
    var count = 0
    while let change = changes.first {
      do {
        _ = try await client.dispatch(change)
      } catch  where error.status == 412 {
        try removeFirst()
        return .conflict(server: try error.decoded(as: Note.self))
      } catch .notFound {
        // What another device deleted needs no change.
      } catch  where error.isRetryable {
        return .offline(left: changes.count)
      } catch {
        throw error
      }
      try removeFirst()
      count += 1
    }
    return .sent(count)
  }
}
