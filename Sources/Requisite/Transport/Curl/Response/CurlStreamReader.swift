#if os(Linux)
  /// The reader of a streamed response. The transfer is cancelled when its reader is no longer referenced.
  ///
  /// `@unchecked Sendable` because only the task that reads uses `decoder`, one task at a time (see
  /// ``ByteStream``).
  final class CurlStreamReader: @unchecked Sendable {
    private let transfer: CurlTransfer
    private let queue: CurlStreamQueue?
    private let engine: CurlEngine
    private let request: TransportRequest
    private var decoder: ContentDecoder?

    init(_ transfer: CurlTransfer, engine: CurlEngine, request: TransportRequest, decoder: ContentDecoder?) {
      (self.transfer, self.engine, self.request, self.decoder) = (transfer, engine, request, decoder)
      queue = transfer.stream
    }

    deinit { cancel() }

    /// Returns the next chunk, decoded, or nil at the end. An error cancels the transfer.
    func next() async throws(NetworkRequestError) -> Data? {
      do throws(CurlProblem) {
        return try await nextChunk()
      } catch {
        cancel()
        throw error.error(for: request).afterSending()
      }
    }

    private func nextChunk() async throws(CurlProblem) -> Data? {
      guard let queue else { return nil }
      guard !engine.isForked else { throw .forked }
      while true {
        guard !Task.isCancelled else { throw .cancelled }
        if let chunk = try decoder?.next() { return chunk }
        switch queue.take() {
        case .chunk(let data, let resumes):
          if resumes { engine.post(.resumeReceiving(transfer)) }
          guard let decoder else { return data }
          try decoder.feed(data)
        case .end(let problem?): throw problem
        case .end(nil):
          try decoder?.finish()
          if transfer.head.status == 206,
            let problem = request.problem(ofBody: queue.total, 206, transfer.head.lines.headers)
          {
            throw .badResponse(problem)
          }
          return nil
        case nil: await wait(for: queue)
        }
      }
    }

    private func wait(for queue: CurlStreamQueue) async {
      let (engine, transfer) = (engine, transfer)
      await withTaskCancellationHandler {
        await withUnsafeContinuation { queue.wait($0) }
      } onCancel: {
        engine.post(.cancel(transfer))
      }
    }

    private func cancel() {
      guard !engine.isForked, queue?.isFinished == false else { return }
      engine.post(.cancel(transfer))
    }
  }
#endif
