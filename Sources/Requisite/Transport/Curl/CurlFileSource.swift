#if os(Linux)
  /// A file, read on a queue in pieces.
  ///
  /// `@unchecked Sendable` because `file` is touched on `queue` alone, which is serial.
  final class CurlFileSource: CurlBodySource, @unchecked Sendable {
    private let url: URL
    private let queue = DispatchQueue(label: "requisite.curl.upload")
    private var file: FileHandle?
    private static let pieceSize = 512 << 10

    init(_ url: URL) {
      self.url = url
    }

    func next(_ deliver: @escaping @Sendable (Result<Data?, CurlProblem>) -> Void) {
      queue.async { deliver(self.read()) }
    }

    func cancel() {}

    private func read() -> Result<Data?, CurlProblem> {
      do {
        let file = try file ?? FileHandle(forReadingFrom: url)
        self.file = file
        let piece = try file.read(upToCount: Self.pieceSize)
        return .success(piece?.isEmpty == true ? nil : piece)
      } catch {
        let problem = InvalidRequest(.body, "the file “\(url.path)” cannot be read", underlyingError: error)
        return .failure(.body(.invalidRequest(problem)))
      }
    }
  }
#endif
