#if !canImport(FoundationNetworking) || REQUISITE_STAND_INS
  /// A request with its body in the form in which URLSession reads it while it sends it: bytes, a file or a stream.
  struct URLSessionUpload: Sendable {
    private enum Source {
      case memory
      case file(URL)
      case stream(BodyStream, TransportRequest)
    }

    var request: URLRequest
    private let source: Source

    /// - Throws: `invalidRequest` if the file of the body cannot be read.
    init(_ request: TransportRequest) async throws(NetworkRequestError) {
      self.request = try request.sessionRequest()
      switch request.body.content {
      case .none, .data: source = .memory
      case .file(let url, _): source = .file(url)
      case .stream(let stream):
        source = .stream(stream, request)
        // Without it, the body is sent in chunks.
        if let length = stream.length {
          self.request.setValue("\(length)", forHTTPHeaderField: "Content-Length")
        }
      }
    }

    func task(in session: URLSession) -> URLSessionTask {
      switch source {
      case .memory: session.dataTask(with: request)
      case .file(let file): session.uploadTask(with: request, fromFile: file)
      case .stream: session.uploadTask(withStreamedRequest: request)
      }
    }

    /// Returns the source of a streamed body, or nil for any other. `failing` receives the error of the stream.
    func feed(failing: @escaping @Sendable (NetworkRequestError) -> Void) -> BodyFeed? {
      guard case .stream(let stream, let request) = source else { return nil }
      return BodyFeed(stream, of: request, failing: failing)
    }
  }

  /// The source of a streamed body for one task, which asks for the body again if it has to send the request again.
  final class BodyFeed: Sendable {
    private struct Pass {
      let pipe: BodyPipe
      let work: Task<Void, Never>
    }

    private let stream: BodyStream
    private let request: TransportRequest
    private let failing: @Sendable (NetworkRequestError) -> Void
    private let pass = Locked<Pass?>(nil)
    private let wasRead = Locked(false)

    init(
      _ stream: BodyStream, of request: TransportRequest,
      failing: @escaping @Sendable (NetworkRequestError) -> Void
    ) {
      (self.stream, self.request, self.failing) = (stream, request, failing)
    }

    /// Starts a pass over the body. Returns nil if the body was sent before and cannot be read again.
    func next() -> InputStream? {
      let isFirst = wasRead.withLock { wasRead in
        defer { wasRead = true }
        return !wasRead
      }
      guard isFirst || stream.isReplayable, let (input, pipe) = BodyPipe.make() else { return nil }
      end()
      let work = Task { [stream, request, failing] in
        do throws(NetworkRequestError) { try await pipe.send(stream.checkedStream(for: request)) } catch {
          // A task that has ended, or asks for the body again, has no use for the error.
          if !Task.isCancelled { failing(error) }
        }
      }
      pass.withLock { $0 = Pass(pipe: pipe, work: work) }
      return input
    }

    /// Stops reading the body. Until then the pipe of a body that failed stays open, because its end would end the request.
    func end() {
      let pass = pass.withLock { $0.take() }
      pass?.work.cancel()
      pass?.pipe.close()
    }

    deinit { end() }
  }

  /// A pair of streams: what is written to one is read by URLSession from the other. It holds 64 KiB.
  ///
  /// A stream does not retain its delegate, and its events are queued: the owner of a pipe calls ``close()``, which keeps the pipe
  /// until no event is under way.
  ///
  /// `@unchecked Sendable` because `output` is used only on `queue`.
  final class BodyPipe: NSObject, StreamDelegate, @unchecked Sendable {
    private let output: OutputStream
    private let queue = DispatchQueue(label: "requisite.urlsession.upload")
    /// An element each time the pipe has room; it ends when the other end is closed.
    private let (rooms, room) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    static func make() -> (InputStream, BodyPipe)? {
      var (input, output) = (InputStream?.none, OutputStream?.none)
      Stream.getBoundStreams(withBufferSize: 64 << 10, inputStream: &input, outputStream: &output)
      guard let input, let output else { return nil }
      return (input, BodyPipe(output))
    }

    private init(_ output: OutputStream) {
      self.output = output
      super.init()
      output.delegate = self
      CFWriteStreamSetDispatchQueue(output as CFWriteStream, queue)
      queue.async { self.output.open() }
    }

    /// Called on `queue`.
    func stream(_ stream: Stream, handle event: Stream.Event) {
      switch event {
      case .hasSpaceAvailable: room.yield()
      case .errorOccurred, .endEncountered: room.finish()
      default: break
      }
    }

    /// Writes the chunks as the other end reads them, and then the end. Returns early if the other end is closed or the
    /// task is cancelled.
    func send(_ stream: ByteStream) async throws(NetworkRequestError) {
      var (chunks, rooms) = (stream.makeAsyncIterator(), self.rooms.makeAsyncIterator())
      while let chunk = try await chunks.next() {
        var rest = chunk[...]
        while !rest.isEmpty {
          guard await rooms.next() != nil else { return }
          rest = rest.dropFirst(await write(rest))
        }
      }
      close()
    }

    /// Closes the pipe, after the events that are queued. Later calls do nothing.
    func close() {
      queue.async { [self] in
        output.delegate = nil
        CFWriteStreamSetDispatchQueue(output as CFWriteStream, nil)
        output.close()
        room.finish()
      }
    }

    private func write(_ data: Data) async -> Int {
      await withCheckedContinuation { continuation in
        queue.async {
          let count = data.withUnsafeBytes { bytes in
            bytes.withMemoryRebound(to: UInt8.self) { bytes in
              bytes.baseAddress.map { self.output.write($0, maxLength: bytes.count) } ?? 0
            }
          }
          // After a failure, `errorOccurred` ends `rooms`.
          continuation.resume(returning: max(0, count))
        }
      }
    }
  }
#endif
