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
#endif
