/// A file that a response is written to: partial beside its place first, and moved there when it is complete.
enum TransferFile {
  /// Where a response goes.
  struct Destination: Sendable {
    let url: URL
    let partial: URL

    /// nil for a delivery that is no file.
    /// - Throws: `invalidRequest` where the place is no URL of a file, or taken already.
    init?(_ delivery: Delivery, id: RequestID) throws(NetworkRequestError) {
      guard case .file(let wanted) = delivery else { return nil }
      url = wanted ?? FileOperation.temporaryFile(id)
      partial = url.deletingLastPathComponent().appendingPathComponent(".\(url.lastPathComponent).\(id).part")
      guard url.isFileURL else {
        throw .invalidRequest(InvalidRequest(.options, "“\(url.printable)” is no URL of a file"))
      }
      guard !FileManager.default.fileExists(atPath: url.path) else {
        throw .invalidRequest(InvalidRequest(.options, "the file “\(url.path)” is there already"))
      }
    }
  }

  /// Writes the stream to its end and returns where it is. Where that fails, nothing is left behind.
  ///
  /// - Throws: `.cannotCreateFile`, `.cannotWriteToFile` or `.cannotMoveFile` in a
  ///   ``NetworkRequestError/urlSessionFailed(_:)`` with the system's error as cause, and what the stream throws.
  static func write(
    _ stream: ByteStream, to destination: Destination, for request: TransportRequest
  ) async throws(NetworkRequestError) -> URL {
    let writer = TransferFileWriter(destination, request: request)
    do throws(NetworkRequestError) {
      try await writer.open()
      var chunks = stream.makeAsyncIterator()
      while let chunk = try await chunks.next() { try await writer.write(chunk) }
      try await writer.finish()
    } catch {
      await writer.discard()
      throw error
    }
    return destination.url
  }
}
