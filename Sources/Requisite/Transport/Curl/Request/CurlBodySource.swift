#if os(Linux)
  /// One pass over a stream. Each piece is read by a new task.
  ///
  /// `@unchecked Sendable` because one task at a time uses `iterator`: `next` is called again only after the last piece was
  /// delivered.
  final class CurlStreamSource: CurlBodySource, @unchecked Sendable {
    private var iterator: ByteStream.AsyncIterator
    private let task = Locked<Task<Void, Never>?>(nil)

    init(_ stream: BodyStream) {
      iterator = stream.makeStream().makeAsyncIterator()
    }

    func next(_ deliver: @escaping @Sendable (Result<Data?, CurlProblem>) -> Void) {
      let reading = Task { deliver(await self.read()) }
      task.withLock { $0 = reading }
    }

    func cancel() { task.withLock { $0?.cancel() } }

    private func read() async -> Result<Data?, CurlProblem> {
      do throws(NetworkRequestError) {
        return .success(try await iterator.next())
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
      (self.url, self.length) = (url, length)
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

  /// The file or stream that supplies a body which is not in memory.
  enum CurlBodyOrigin: Sendable {
    case file(URL, length: Int64?)
    case stream(BodyStream)

    /// Whether the body can be sent a second time: always for a file, for a stream if the stream is replayable.
    var isReplayable: Bool {
      switch self {
      case .file: true
      case .stream(let stream): stream.isReplayable
      }
    }

    /// Starts a new pass at the first byte.
    func open() -> any CurlBodySource {
      switch self {
      case .file(let url, let length): CurlFileSource(url, length: length)
      case .stream(let stream): CurlStreamSource(stream)
      }
    }
  }

  /// One pass over a body. Pieces are read outside the loop's thread, which must not wait for a disk or for the caller's
  /// code.
  protocol CurlBodySource: Sendable {
    /// Reads the next piece and passes it to `deliver`, or nil at the end. Called again only after the last piece was
    /// delivered.
    func next(_ deliver: @escaping @Sendable (Result<Data?, CurlProblem>) -> Void)
    /// Ends the pass early.
    func cancel()
  }
#endif
