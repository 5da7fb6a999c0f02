extension APIClient {
  /// Sends a request and writes the body of its response to a place of your own, in as many attempts as it takes: each goes
  /// on where the last one ended.
  ///
  /// ```swift
  /// struct Image: Request {
  ///   typealias ReturnType = DownloadedFile
  ///   let path = "/images/debian.iso"
  /// }
  /// let image = try await client.download(Image(), to: documents.appending(path: "debian.iso"))
  /// ```
  /// What has come is kept beside the place, as `.debian.iso.partial`, and stays there where the call fails or is
  /// cancelled, the process ended too: the next call to the same place goes on from it. One download to a place at a time.
  ///
  /// The server is asked for the rest (`Range`) of the version that the first part is of (`If-Range`, RFC 9110 §13.1.5).
  /// Where it has another version by now, sends all of it anyway, or never gave a strong entity tag, it begins anew: two
  /// versions are never mixed. The body is asked for uncompressed. Where only the last part was sent, the status of
  /// ``DownloadedFile/response`` is 206.
  ///
  /// - Parameters:
  ///   - request: A `GET`, without a `Range` of its own.
  ///   - destination: The place, with the file's name. Nothing may be there yet; its folder must be.
  ///   - policy: The waits after attempts that failed in a way that passes, counted anew when bytes have come. By default
  ///     growing random ones, four times.
  ///   - budget: Bounds the further attempts of all downloads that share it. None by default.
  /// - Throws: ``NetworkRequestError/invalidRequest(_:)`` where the place is taken or the request is no such `GET`, and
  ///   nothing is sent; ``NetworkRequestError/urlSessionFailed(_:)`` with `.cannotWriteToFile` and the system's error as
  ///   its cause; and what ``dispatch(_:)->R.ReturnType`` throws. ``RequestOptions/deadline`` bounds an attempt.
  public func download<R: Request>(
    _ request: R, to destination: URL, retrying policy: any RetryPolicy = .exponential(attempts: 5),
    budget: RetryBudget? = nil
  ) async throws(NetworkRequestError) -> DownloadedFile where R.ReturnType == DownloadedFile {
    var prepared = try await prepare(request)
    guard prepared.method == .get, !prepared.headers.contains(.range) else {
      throw .invalidRequest(InvalidRequest(.method, "only a GET without a Range can be gone on with"))
    }
    _ = try TransferFile.Destination(.file(destination), id: prepared.id)
    prepared.delivery = .streamed
    prepared.headers.set(HTTPHeader(.acceptEncoding, "identity"))
    let download = ResumableDownload(
      request: prepared, place: destination, dispatcher: networkDispatcher)
    return try await download.run(retrying: policy, budget: budget)
  }
}
