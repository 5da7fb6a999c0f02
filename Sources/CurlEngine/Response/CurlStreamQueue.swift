/// The queue that passes the body of a response from the loop's thread to its reader.
///
/// The queue holds up to 256 KiB. While it is full the transfer is paused, so that a slow reader slows the server down
/// and memory does not grow with the body.
package final class CurlStreamQueue: Sendable {
  enum Step {
    case taken
    /// The piece was not taken. The reader resumes the transfer after its next chunk.
    case full
    case outOfMemory
  }

  /// The next part of the body, or its end.
  enum Found: Sendable {
    /// A chunk; if `resumes` is true, the reader must tell the loop to resume the transfer.
    case chunk(Data, resumes: Bool)
    case end(CurlProblem?)
  }

  private struct State: ~Copyable {
    var buffer = CurlBuffer()
    var total = 0
    var isFull = false
    var isFinished = false
    var problem: CurlProblem?
    var end: CurlEnd?
    var reader: UnsafeContinuation<Void, Never>?
  }

  private let state = Locked(State())
  private static let capacity = 256 << 10

  init() {}

  /// The number of bytes that the loop has appended so far.
  package var total: Int { state.withLock { $0.total } }

  /// Appends a piece of the body. An empty queue accepts a piece of any size. Called by the loop.
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

  /// Wakes the reader if there are bytes to take. The loop calls it after reading all bytes that the socket has.
  func flush() {
    let reader = state.withLock { state in state.buffer.isEmpty ? nil : state.reader.take() }
    reader?.resume()
  }

  /// Ends the body with a problem, or with its trailers and timings. Called by the loop.
  func finish(_ problem: CurlProblem?, _ end: CurlEnd?) {
    let reader = state.withLock { state in
      guard !state.isFinished else { return UnsafeContinuation<Void, Never>?.none }
      (state.isFinished, state.problem, state.end) = (true, problem, end)
      return state.reader.take()
    }
    reader?.resume()
  }

  /// Takes the next part of the body. Returns nil if the reader must wait. Called by the reader.
  func take() -> Found? {
    state.withLock { state in
      if !state.buffer.isEmpty {
        defer { state.isFull = false }
        return .chunk(state.buffer.takeData(), resumes: state.isFull)
      }
      return state.isFinished ? .end(state.problem) : nil
    }
  }

  /// The trailers and timings of the body; nil until the reader has taken the whole body.
  package var end: CurlEnd? { state.withLock { $0.buffer.isEmpty ? $0.end : nil } }

  /// Resumes `reader` as soon as there is a chunk or the end to take. Only one reader may wait.
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
