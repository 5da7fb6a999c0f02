#if os(Linux)
  /// A stream, read by a task of its own for each piece.
  ///
  /// `@unchecked Sendable` because `iterator` is touched by one task at a time: `next` is called again only when
  /// the last piece was handed over.
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

  /// A file, read on a queue in pieces.
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

  /// Where a body comes from that is not in memory. It can be begun more than once, if the origin can.
  enum CurlBodyOrigin: Sendable {
    case file(URL, length: Int64?)
    case stream(BodyStream)

    /// Whether it can be sent a second time.
    var isReplayable: Bool {
      switch self {
      case .file: true
      case .stream(let stream): stream.isReplayable
      }
    }

    /// Begins at the first byte.
    func open() -> any CurlBodySource {
      switch self {
      case .file(let url, let length): CurlFileSource(url, length: length)
      case .stream(let stream): CurlStreamSource(stream)
      }
    }
  }

  /// One pass over a body. Pieces are made elsewhere than on the loop's thread, which must not wait for a disk or
  /// for other code.
  protocol CurlBodySource: Sendable {
    /// Makes the next piece and hands it over, nil at the end. Called again only when the last one was handed over.
    func next(_ deliver: @escaping @Sendable (Result<Data?, CurlProblem>) -> Void)
    /// Ends the pass early.
    func cancel()
  }
#endif
