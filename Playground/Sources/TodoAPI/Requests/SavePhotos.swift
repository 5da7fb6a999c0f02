import Requisite

/// The records of photos as a JSON file: `GET /photos`, `GET /photos?albumId=3`.
///
/// The pictures that the records name are not part of it.
public struct SavePhotos: Request {
  public typealias ReturnType = DownloadedFile
  /// Only those of this album; nil for all.
  public let album: Int?
  public let path = "/photos"
  public var queryParams: QueryParams { ["albumId": album] }
  /// Without a deadline: how long the file takes depends on the line.
  public let options: RequestOptions

  /// Makes the request.
  ///
  /// - Parameter onProgress: Called while the file arrives; see `RequestOptions.onProgress`.
  public init(album: Int? = nil, onProgress: (@Sendable (TransferProgress) -> Void)? = nil) {
    self.album = album
    options = RequestOptions().with(\.onProgress, onProgress).with(\.deadline, nil)
  }
}
