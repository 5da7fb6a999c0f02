#if os(Linux) || os(Android)
  import CurlEngine

  /// One pass over a stream. Each piece is read by a new task.
  ///
  /// `@unchecked Sendable` because one task at a time uses `iterator`: `next` is called again only after the last piece was
  /// delivered.
  final class CurlStreamSource: CurlBodySource, @unchecked Sendable {
    private var iterator: ByteStream.AsyncIterator?
    private let stream: BodyStream
    private let task = Locked<Task<Void, Never>?>(nil)

    init(_ stream: BodyStream) { self.stream = stream }

    func next(_ deliver: @escaping @Sendable (Result<Data?, CurlProblem>) -> Void) {
      let reading = Task { deliver(await self.read()) }
      task.withLock { $0 = reading }
    }

    func cancel() {
      guard let reading = task.withLock({ $0 }) else { return }
      // The loop must not wait for the source's own cancellation handlers.
      BlockingQueue.foreign.submit { reading.cancel() }
    }

    private func read() async -> Result<Data?, CurlProblem> {
      do throws(NetworkRequestError) {
        // Here, because the function that makes the stream is the user's as well.
        var pass = iterator ?? stream.makeStream().makeAsyncIterator()
        defer { iterator = pass }
        return .success(try await pass.next())
      } catch {
        return .failure(.body(error))
      }
    }
  }

  /// One pass over a file, read in pieces of 512 KiB on a queue that may block.
  final class CurlFileSource: CurlBodySource {
    private static let pieceSize = 512 << 10

    private let url: URL
    private let length: Int64?
    private let queue = BlockingQueue("requisite.curl.upload")
    private let reader = Locked<FileReader?>(nil)

    init(_ url: URL, length: Int64?) {
      self.url = url
      self.length = length
    }

    func next(_ deliver: @escaping @Sendable (Result<Data?, CurlProblem>) -> Void) {
      queue.submit { deliver(self.piece()) }
    }

    func cancel() {}

    private func piece() -> Result<Data?, CurlProblem> {
      do throws(NetworkRequestError) {
        let reader = try reader.withLock { reader throws(NetworkRequestError) in
          if let reader { return reader }
          let opened = try FileReader(url, length: length)
          reader = opened
          return opened
        }
        return .success(try reader.next(Self.pieceSize))
      } catch {
        return .failure(.body(error))
      }
    }
  }

  /// Reports the progress of a transfer. Used only by the thread of its loop.
  final class CurlProgress: CurlTransferObserver {
    private var meter: ProgressMeter
    private let report: @Sendable (TransferProgress) -> Void

    init(_ request: TransportRequest, _ report: @escaping @Sendable (TransferProgress) -> Void) {
      self.report = report
      meter = ProgressMeter(request)
    }

    func sent(_ count: Int, at now: UInt64) {
      if let progress = meter.sent(meter.progress.bytesSent + Int64(count), at: now) { report(progress) }
    }

    func rewound() { meter.rewind() }

    func received(_ count: Int, of total: Int64, at now: UInt64) {
      if let progress = meter.received(count, of: total, at: now) { report(progress) }
    }

    func finished(sent: Int64, received: Int64) {
      var progress = meter.progress
      (progress.bytesSent, progress.bytesReceived) = (sent, received)
      report(progress)
    }
  }
#endif
