/// The record of a file that was uploaded for a todo. The server keeps the size, not the bytes.
public struct Attachment: Codable, Identifiable, Hashable, Sendable {
  /// Given by the server.
  public let id: Int
  /// The todo that the file belongs to.
  public let todoId: Todo.ID
  /// The name of the file, without folders.
  public let name: String
  /// The media type that the file was sent as.
  public let type: String
  /// The size of the file in bytes.
  public let bytes: Int
}
