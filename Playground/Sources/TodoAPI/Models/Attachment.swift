/// The record of a file that was uploaded for a todo. The server stores the size, not the bytes.
public struct Attachment: Codable, Identifiable, Hashable, Sendable {
  /// The number that the server assigned.
  public let id: Int
  /// The todo that the file belongs to.
  public let todoId: Todo.ID
  /// The name of the file, without its folder.
  public let name: String
  /// The media type with which the file was sent.
  public let type: String
  /// The size of the file in bytes.
  public let bytes: Int
}
