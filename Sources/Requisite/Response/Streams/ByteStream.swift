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
/// What a server says behind the body, and how long that took to come, is told by ``end`` when all has been read:
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

  /// Makes the stream of a response: `end` says what came behind the body, nil before that has ended.
  public init(end: @escaping @Sendable () -> End?, pull: @escaping Pull) {
    (makePull, findEnd) = ({ pull }, end)
  }

  /// Makes a stream whose chunks are made of those of `other`, which is how a decorator hands on what it reads: what
  /// ``end`` says of the one is true of the other.
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

  /// What came behind the body of a response. nil before the last chunk was read, where the response did not come to its
  /// end, and of a stream that is not a response's.
  public var end: End? { findEnd() }

  /// Starts a pass.
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

  /// Reads until there are that many bytes, or the stream ends or fails.
  ///
  /// - Returns: What has come, at most `limit` bytes, and the error that the stream ended in.
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
