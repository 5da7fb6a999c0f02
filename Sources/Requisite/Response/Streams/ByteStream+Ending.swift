extension ByteStream {
  /// The same chunks; `work` is done one time, when the last one was read, the stream failed, or nobody has it any more.
  package func ending(_ work: @escaping @Sendable () -> Void) -> ByteStream {
    let end = StreamEnd(work)
    let pull = makeAsyncIterator().pull
    return ByteStream(continuing: self) { () async throws(NetworkRequestError) -> Data? in
      do throws(NetworkRequestError) {
        let chunk = try await pull()
        if chunk == nil { end.reach() }
        return chunk
      } catch {
        end.reach()
        throw error
      }
    }
  }
}

/// What is to be done at the end of a stream, if need be when it is freed.
private final class StreamEnd: Sendable {
  private let work: Locked<(@Sendable () -> Void)?>

  init(_ work: @escaping @Sendable () -> Void) {
    self.work = Locked(work)
  }

  func reach() {
    work.withLock { $0.take() }?()
  }

  deinit { reach() }
}
