/// A stream of bytes, chunk by chunk, for one reader and one pass, unless its source can restart.
///
/// ```swift
/// var count = 0
/// for try await chunk in stream { count += chunk.count }
/// ```
/// The reader sets the pace: the stream gets the next chunk only when the reader asks for it. If the reading task is
/// cancelled, the stream throws ``NetworkRequestError/cancelled(_:)``. Dropping a stream ends its transfer.
///
/// If a task reads while another task waits for a chunk of the same pass, it gets
/// ``NetworkRequestError/unknownError(_:)``, and the other task reads on. A pass that has failed stays failed: each
/// further read throws the same error.
///
/// Once the stream has been read to its end, ``end`` has the trailer fields and timings:
///
/// ```swift
/// for try await chunk in stream { print(chunk.count) }
/// let checksum = stream.end?.trailers["X-Checksum"]
/// ```
public struct ByteStream: AsyncSequence, Sendable {
  /// A chunk; never empty.
  public typealias Element = Data
  /// Returns the next chunk, or nil at the end.
  public typealias Pull = @Sendable () async throws(NetworkRequestError) -> Data?

  private let startPass: @Sendable () -> AsyncIterator
  private let source: Source

  /// Makes a stream from a function that returns the next chunk, or nil at the end. One task at a time calls it, and not
  /// again after an error.
  ///
  /// - Parameters:
  ///   - end: Returns the trailer fields and timings of a response, or nil before its body has ended; always nil by default.
  ///   - pull: Returns the next chunk.
  public init(end: @escaping @Sendable () -> End? = { nil }, pull: @escaping Pull) {
    self.init(Source(end: end), pull)
  }

  /// Makes the stream of a response that ``discard()`` ends by `discard`.
  package init(
    end: @escaping @Sendable () -> End?, discard: @escaping @Sendable () -> Void, pull: @escaping Pull
  ) {
    self.init(Source(end: end, discard: discard), pull)
  }

  private init(_ source: Source, _ pull: @escaping Pull) {
    let access = StreamAccess()
    startPass = { AsyncIterator(pull: pull, access: access) }
    self.source = source
  }

  /// Makes a stream whose chunks derive from those of `other`, for a decorator that reads them first. Its ``end`` is
  /// that of `other`.
  public init(continuing other: ByteStream, pull: @escaping Pull) {
    self.init(other.source, pull)
  }

  /// Makes a stream that can be read again: each pass calls `makePull` for a new function.
  public init(
    restarting makePull: @escaping @Sendable () -> Pull, end: @escaping @Sendable () -> End? = { nil }
  ) {
    startPass = { AsyncIterator(pull: makePull(), access: StreamAccess()) }
    source = Source(end: end)
  }

  /// Makes a stream of one chunk, which can be read again. Without bytes, the stream is empty.
  ///
  /// - Parameter end: The trailer fields and timings of a response; nil by default.
  public init(_ data: Data, end: End? = nil) {
    self.init(
      restarting: {
        let rest = Locked<Data?>(data.isEmpty ? nil : data)
        return { () async throws(NetworkRequestError) -> Data? in rest.withLock { $0.take() } }
      }, end: { end })
  }

  /// The trailer fields and timings of a response; nil until the stream has been read to its end, if it failed, and if
  /// it does not belong to a response.
  public var end: End? { source.end() }

  /// Ends the transfer, and what layers hold for it, though references to the stream remain. No one may read it afterwards.
  func discard() { source.discard() }

  /// Starts a pass; a stream that cannot restart continues where the last pass stopped.
  public func makeAsyncIterator() -> AsyncIterator { startPass() }

  /// One pass over the chunks.
  public struct AsyncIterator: AsyncIteratorProtocol {
    package let pull: Pull
    fileprivate let access: StreamAccess

    /// Returns the next nonempty chunk, or nil at the end.
    ///
    /// - Throws: The error that ended the pass, such as ``NetworkRequestError/urlSessionFailed(_:)`` or
    ///   ``NetworkRequestError/cancelled(_:)``; ``NetworkRequestError/unknownError(_:)`` while another task reads.
    public mutating func next() async throws(NetworkRequestError) -> Data? {
      try await next(isolation: nil)
    }

    /// Returns the next nonempty chunk, or nil at the end, to the actor of the reader.
    ///
    /// - Throws: What ``next()`` throws.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(NetworkRequestError) -> Data? {
      try access.begin()
      do throws(NetworkRequestError) {
        var chunk = try await pull()
        while chunk?.isEmpty == true { chunk = try await pull() }
        access.end()
        return chunk
      } catch {
        access.end(with: error)
        throw error
      }
    }
  }
}

extension ByteStream {
  /// Reads the stream to its end, into memory.
  ///
  /// - Throws: ``NetworkRequestError/bodyTooLarge(_:request:)`` if there are more than `limit` bytes; any error of the stream.
  public func collected(upTo limit: Int) async throws(NetworkRequestError) -> Data {
    var iterator = makeAsyncIterator()
    var result = Data()
    while let chunk = try await iterator.next() {
      guard chunk.count <= limit - result.count else { throw .bodyTooLarge(limit) }
      result.append(chunk)
    }
    return result
  }

  /// Reads until `limit` bytes have arrived, or the stream ends or fails.
  ///
  /// - Returns: The bytes read, at most `limit`, and the error that ended the stream, or nil.
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
    /// The durations of the phases of the exchange, up to the last byte, and the bytes sent and received; nil if the
    /// transport does not measure them.
    public var timings: CallTimeline.Timings?

    /// Makes the end of a body; without trailer fields and timings by default.
    public init(trailers: HTTPHeaders = HTTPHeaders(), timings: CallTimeline.Timings? = nil) {
      self.trailers = trailers
      self.timings = timings
    }
  }
}

extension ByteStream {
  /// A stream of the same chunks that runs `work` once: after the last chunk was read, after a failure, or when the stream is
  /// discarded or dropped.
  package func ending(_ work: @escaping @Sendable () -> Void) -> ByteStream {
    let end = StreamEnd(work)
    let pull = makeAsyncIterator().pull
    let discard: @Sendable () -> Void = { [source] in
      source.discard()
      end.run()
    }
    return ByteStream(end: source.end, discard: discard) { () async throws(NetworkRequestError) -> Data? in
      do throws(NetworkRequestError) {
        let chunk = try await pull()
        if chunk == nil { end.run() }
        return chunk
      } catch {
        end.run()
        throw error
      }
    }
  }
}

extension ByteStream {
  /// What all streams that continue one another share: how it ended, and how to end it.
  fileprivate final class Source: Sendable {
    let end: @Sendable () -> End?
    let discard: @Sendable () -> Void

    init(end: @escaping @Sendable () -> End?, discard: @escaping @Sendable () -> Void = {}) {
      self.end = end
      self.discard = discard
    }
  }
}

/// Runs work once, at the end of a stream or at the latest when the stream is freed.
final class StreamEnd: Sendable {
  private let work: Locked<(@Sendable () -> Void)?>

  init(_ work: @escaping @Sendable () -> Void) {
    self.work = Locked(work)
  }

  func run() {
    work.withLock { $0.take() }?()
  }

  deinit { run() }
}
