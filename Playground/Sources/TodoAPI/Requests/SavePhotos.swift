import Requisite

/// Downloads the records of photos as a JSON file: `GET /photos`, `GET /photos?albumId=3`.
///
/// The pictures to which the records link are not downloaded.
public struct SavePhotos: Request {
  public typealias ReturnType = DownloadedFile
  /// The album of the photos; nil for all photos.
  public let album: Int?
  public let path = "/photos"
  public var queryParams: QueryParams { ["albumId": album] }
  /// No deadline, because the duration depends on the file and the connection.
  public let options: RequestOptions

  /// Makes the request.
  ///
  /// - Parameter onProgress: Called while the file arrives; see `RequestOptions.onProgress`.
  public init(album: Int? = nil, onProgress: (@Sendable (TransferProgress) -> Void)? = nil) {
    self.album = album
    options = RequestOptions().with(\.onProgress, onProgress).with(\.deadline, nil)
  }
}
