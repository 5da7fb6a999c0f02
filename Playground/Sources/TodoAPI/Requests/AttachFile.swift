import Foundation
import Requisite

/// Uploads a file for a todo: `POST /todos/7/attachments` with a multipart form of one part, `file`.
///
/// The file is read while it is sent.
public struct AttachFile: Request {
  public typealias ReturnType = Attachment
  /// The todo to which the file belongs.
  public let id: Todo.ID
  public var path: RequestPath { "/todos/\(id)/attachments" }
  public let method = HTTPMethod.post
  public let body: MultipartForm
  /// No deadline, because the duration depends on the file and the connection.
  public let options: RequestOptions

  /// Makes the request.
  ///
  /// - Parameter onProgress: Called while the file is sent; see `RequestOptions.onProgress`.
  public init(
    _ file: URL, to id: Todo.ID, onProgress: (@Sendable (TransferProgress) -> Void)? = nil
  ) {
    self.id = id
    body = [.file("file", file)]
    options = RequestOptions().with(\.onProgress, onProgress).with(\.deadline, nil)
  }
}
