#if os(Linux)
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
#endif
