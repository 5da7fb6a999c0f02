/// The reader of a streamed response. The transfer is cancelled when its reader is no longer referenced.
///
/// `@unchecked Sendable` because only the task that reads uses `decoder`, one task at a time.
package final class CurlBodyReader: @unchecked Sendable {
  private let transfer: CurlTransfer
  private let queue: CurlStreamQueue?
  private let session: CurlSession
  private var decoder: ContentDecoder?

  /// Creates the reader of a transfer whose header section has arrived.
  package init(_ transfer: CurlTransfer, in session: CurlSession) {
    (self.transfer, self.session, queue) = (transfer, session, transfer.stream)
    decoder = ContentDecoder(
      transfer.head.lines, status: transfer.head.status, isWanted: transfer.request.decodes,
      limit: transfer.request.limits.body)
  }

  deinit { cancel() }

  /// The number of bytes that have arrived, before decoding.
  package var received: Int { queue?.total ?? 0 }

  /// Returns the next chunk, decoded, or nil at the end. Waits until there is one, unless the task is cancelled. After a
  /// problem the transfer should be cancelled.
  package func next() async throws(CurlProblem) -> Data? {
    guard let queue else { return nil }
    guard !session.isForked else { throw .forked }
    while true {
      guard !Task.isCancelled else { throw .cancelled }
      if let chunk = try decoder?.next() { return chunk }
      switch queue.take() {
      case .chunk(let data, let resumes):
        if resumes { session.post(.resumeReceiving(transfer)) }
        guard let decoder else { return data }
        try decoder.feed(data)
      case .end(let problem?): throw problem
      case .end(nil):
        try decoder?.finish()
        return nil
      case nil: await wait(for: queue)
      }
    }
  }

  private func wait(for queue: CurlStreamQueue) async {
    let (session, transfer) = (session, transfer)
    await withTaskCancellationHandler {
      await withUnsafeContinuation { queue.wait($0) }
    } onCancel: {
      session.cancel(transfer)
    }
  }

  /// Ends the transfer, if it has not ended.
  package func cancel() {
    guard !session.isForked, queue?.isFinished == false else { return }
    session.cancel(transfer)
  }
}
