/// Bytes that come or go chunk by chunk. One reader, one pass, unless it was made of something that can be read
/// again.
///
/// ```swift
/// var count = 0
/// for try await chunk in stream { count += chunk.count }
/// ```
/// The reader sets the pace: the next chunk is asked for when the last one has been dealt with. Where the reading
/// task is cancelled, ``NetworkRequestError/cancelled(_:)`` is thrown; a stream that is dropped ends its transfer.
///
/// Trailer fields, and how long the phases of the exchange took, are in ``end`` when the stream has been read to its end:
///
/// ```swift
/// for try await chunk in stream { print(chunk.count) }
/// let checksum = stream.end?.trailers["X-Checksum"]
/// ```
public struct ByteStream: AsyncSequence, Sendable {
  /// A chunk; never empty.
  public typealias Element = Data
  /// Gives the next chunk, nil at the end.
  public typealias Pull = @Sendable () async throws(NetworkRequestError) -> Data?

  private let makePull: @Sendable () -> Pull
  private let findEnd: @Sendable () -> End?

  /// Makes a stream of a function that gives the next chunk, and nil at the end. It is called by one task at a time.
  public init(pull: @escaping Pull) {
    self.init(end: { nil }, pull: pull)
  }

  /// Makes the stream of a response: `end` returns its trailer fields and timings, or nil before the body has ended.
  public init(end: @escaping @Sendable () -> End?, pull: @escaping Pull) {
    (makePull, findEnd) = ({ pull }, end)
  }

  /// Makes a stream whose chunks are made of those of `other`, as a decorator does that reads them first. Its ``end`` is that
  /// of `other`.
  public init(continuing other: ByteStream, pull: @escaping Pull) {
    self.init(end: other.findEnd, pull: pull)
  }

  /// Makes a stream that can be read again: each pass begins with a new function.
  public init(
    restarting makePull: @escaping @Sendable () -> Pull, end: @escaping @Sendable () -> End? = { nil }
  ) {
    (self.makePull, findEnd) = (makePull, end)
  }

  /// Makes a stream of one chunk.
  public init(_ data: Data) {
    self.init(data, end: nil)
  }

  init(_ data: Data, end: End?) {
    self.init(
      restarting: {
        let rest = Locked<Data?>(data.isEmpty ? nil : data)
        return { () async throws(NetworkRequestError) -> Data? in rest.withLock { $0.take() } }
      }, end: { end })
  }

  /// The trailer fields and timings of a response; nil before the last chunk was read, after a response that did not come to
  /// its end, and for a stream that does not belong to a response.
  public var end: End? { findEnd() }

  /// Starts a pass; a stream that cannot restart continues where the last pass stopped.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(pull: makePull())
  }

  /// One pass over the chunks.
  public struct AsyncIterator: AsyncIteratorProtocol {
    package let pull: Pull

    /// The next chunk that has bytes in it; nil at the end.
    public mutating func next() async throws(NetworkRequestError) -> Data? {
      while let chunk = try await pull() {
        if !chunk.isEmpty { return chunk }
      }
      return nil
    }
  }
}

extension ByteStream {
  /// Reads to the end.
  ///
  /// - Throws: ``NetworkRequestError/bodyTooLarge(_:)`` past `limit` bytes, and what the stream throws.
  public func collected(upTo limit: Int) async throws(NetworkRequestError) -> Data {
    var iterator = makeAsyncIterator()
    var result = Data()
    while let chunk = try await iterator.next() {
      guard chunk.count <= limit - result.count else { throw .bodyTooLarge(BodyTooLarge(limit: limit)) }
      result.append(chunk)
    }
    return result
  }

  /// Reads until `limit` bytes have come, or the stream ends or fails.
  ///
  /// - Returns: The bytes so far, at most `limit`, and the error that ended the stream.
  func start(upTo limit: Int) async -> (data: Data, error: NetworkRequestError?) {
    var iterator = makeAsyncIterator()
    var data = Data()
    do throws(NetworkRequestError) {
      while data.count < limit, let chunk = try await iterator.next() { data.append(chunk) }
    } catch {
      return (data.prefix(limit), error)
    }
    return (data.prefix(limit), nil)
  }
}

extension ByteStream {
  /// The facts of a streamed response that are known only after its body has ended.
  public struct End: Sendable, Hashable {
    /// The trailer fields (RFC 9110 §6.5), if the transport supports them.
    public var trailers: HTTPHeaders
    /// How long the phases of the exchange took, up to the last byte, and how much came and went; nil where the
    /// transport does not measure them.
    public var timings: TransferTimings?

    /// Makes the end of a body; without trailer fields and timings by default.
    public init(trailers: HTTPHeaders = HTTPHeaders(), timings: TransferTimings? = nil) {
      self.trailers = trailers
      self.timings = timings
    }
  }
}

extension ByteStream {
  /// A stream of the same chunks that runs `work` once: after the last chunk was read, after a failure, or when the stream is
  /// dropped.
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

/// Work that is done at the end of a stream, at the latest when the stream is freed.
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
