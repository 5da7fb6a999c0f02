#if os(Linux)
  /// A file, read on a queue in pieces.
  ///
  /// By the system's own calls: Foundation's `FileHandle` reads 4 KiB at a time, however much it is asked for.
  ///
  /// `@unchecked Sendable` because `descriptor` is touched on `queue` alone, which is serial, and in `deinit`.
  final class CurlFileSource: CurlBodySource, @unchecked Sendable {
    private let url: URL
    private let queue = DispatchQueue(label: "requisite.curl.upload")
    private var descriptor: Int32?
    private static let pieceSize = 512 << 10

    init(_ url: URL) {
      self.url = url
    }

    deinit {
      if let descriptor { close(descriptor) }
    }

    func next(_ deliver: @escaping @Sendable (Result<Data?, CurlProblem>) -> Void) {
      queue.async { deliver(self.piece()) }
    }

    func cancel() {}

    private func piece() -> Result<Data?, CurlProblem> {
      guard let descriptor = opened() else { return .failure(problem(errno)) }
      var buffer = CurlBuffer()
      guard buffer.reserve(Self.pieceSize) else { return .failure(.outOfMemory) }
      var count: Int
      repeat {
        count = read(descriptor, buffer.room.baseAddress, buffer.room.count)
      } while count < 0 && errno == EINTR
      guard count >= 0 else { return .failure(problem(errno)) }
      buffer.commit(count)
      return .success(count == 0 ? nil : buffer.takeData())
    }

    private func opened() -> Int32? {
      if let descriptor { return descriptor }
      let new = open(url.path, O_RDONLY | O_CLOEXEC)
      guard new >= 0 else { return nil }
      descriptor = new
      return new
    }

    private func problem(_ code: Int32) -> CurlProblem {
      let cause = POSIXError(POSIXError.Code(rawValue: code) ?? .EIO)
      let problem = InvalidRequest(.body, "the file “\(url.path)” cannot be read", underlyingError: cause)
      return .body(.invalidRequest(problem))
    }
  }
#endif
