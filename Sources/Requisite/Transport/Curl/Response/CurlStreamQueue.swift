#if os(Linux)
  /// The body of a response between the loop's thread and its reader.
  ///
  /// It holds up to 256 KiB: when it is full the connection is paused, so that a slow reader slows the server down,
  /// and memory stays the same however long the body is.
  final class CurlStreamQueue: Sendable {
    enum Step {
      case taken
      /// Nothing was taken. The reader will ask for more.
      case full
      case outOfMemory
    }

    /// The next part of the body for the reader.
    enum Found: Sendable {
      /// A chunk, and whether the transfer is paused until the loop learns that there is room.
      case chunk(Data, resumes: Bool)
      case end(CurlProblem?)
    }

    private struct State: ~Copyable {
      var buffer = CurlBuffer()
      var total = 0
      var isFull = false
      var isFinished = false
      var problem: CurlProblem?
      var end: ByteStream.End?
      var reader: UnsafeContinuation<Void, Never>?
    }

    private let state = Locked(State())
    private static let capacity = 256 << 10

    init() {}

    /// How many bytes came through so far.
    var total: Int { state.withLock { $0.total } }

    /// Takes a piece. For the loop.
    func append(_ bytes: UnsafeRawBufferPointer) -> Step {
      state.withLock { state in
        guard state.buffer.count + bytes.count <= Self.capacity || state.buffer.isEmpty else {
          state.isFull = true
          return .full
        }
        guard state.buffer.append(bytes) else { return .outOfMemory }
        state.total += bytes.count
        return .taken
      }
    }

    /// Wakes the reader where there is something for it. For the loop, when it has read what there was.
    func flush() {
      let reader = state.withLock { state in state.buffer.isEmpty ? nil : state.reader.take() }
      reader?.resume()
    }

    /// Ends the body, with its problem or its trailers and timings. For the loop.
    func finish(_ problem: CurlProblem?, _ end: ByteStream.End?) {
      let reader = state.withLock { state in
        guard !state.isFinished else { return UnsafeContinuation<Void, Never>?.none }
        (state.isFinished, state.problem, state.end) = (true, problem, end)
        return state.reader.take()
      }
      reader?.resume()
    }

    /// The next part of the body; nil if the reader must wait. For the reader.
    func take() -> Found? {
      state.withLock { state in
        if !state.buffer.isEmpty {
          defer { state.isFull = false }
          return .chunk(state.buffer.takeData(), resumes: state.isFull)
        }
        return state.isFinished ? .end(state.problem) : nil
      }
    }

    /// The trailers and timings of the body; nil until all of it is taken.
    var end: ByteStream.End? { state.withLock { $0.buffer.isEmpty ? $0.end : nil } }

    /// Resumes `reader` as soon as there is something to take. For the reader, of which there is one.
    func wait(_ reader: UnsafeContinuation<Void, Never>) {
      let isReady = state.withLock { state in
        guard state.buffer.isEmpty, !state.isFinished else { return true }
        state.reader = reader
        return false
      }
      if isReady { reader.resume() }
    }

    var isFinished: Bool { state.withLock { $0.isFinished } }
  }
#endif
