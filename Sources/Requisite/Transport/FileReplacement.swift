/// The replacement of a file by that of a response, after the last layer that may still refuse the response. Until then
/// the new file is beside the old one, so that discarding the response leaves the old one as it was.
struct FileReplacement {
  private let request: TransportRequest
  private let place: URL

  /// Returns nil if the response to the request does not replace a file.
  init?(_ request: TransportRequest) {
    guard case .file(let place?) = request.delivery, request.options.replacesFile else { return nil }
    (self.request, self.place) = (request, place)
  }

  /// The request whose response is delivered beside the place of the file.
  var beside: TransportRequest {
    var beside = request
    beside.options.replacesFileLater = true
    return beside
  }

  /// Moves the file of a response to its place. A file that is not moved is deleted.
  ///
  /// - Throws: ``NetworkRequestError/cancelled(_:)``; ``NetworkRequestError/decodingError(_:)`` for a media type that the
  ///   request does not accept; ``NetworkRequestError/urlSessionFailed(_:)`` with
  ///   `.cannotMoveFile` and the system's error as its cause.
  func finish(_ response: NetworkResponse) async throws(NetworkRequestError) -> NetworkResponse {
    let response = response.answering(request)
    // A transport of another module may have written to the place itself.
    guard case .file(let file) = response.body, file.path != place.path else { return response }
    do throws(NetworkRequestError) {
      guard !Task.isCancelled else { throw .cancelled(request) }
      try response.checkContentType(for: DownloadedFile.self)
      try await move(file)
    } catch {
      response.body.discard()
      throw error.afterSending()
    }
    return response.replacing(body: .file(place))
  }

  private func move(_ file: URL) async throws(NetworkRequestError) {
    let operation = FileOperation("moved", file, to: place)
    do throws(FileFailure) {
      try await TransferFile.queue.run { () throws(FileFailure) in try operation.move(replacing: true) }
    } catch {
      throw FileOperation("written", place).failure(error, of: request, .cannotMoveFile)
    }
  }
}

extension RequestOptions {
  /// True if a transport leaves a complete file beside its place, for ``FileReplacement``.
  var replacesFileLater: Bool {
    get { self[ReplacesFileLaterKey.self] }
    set { self[ReplacesFileLaterKey.self] = newValue }
  }
}

private enum ReplacesFileLaterKey: RequestOptionKey { static let defaultValue = false }
