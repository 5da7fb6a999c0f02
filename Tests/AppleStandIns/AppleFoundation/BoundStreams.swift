// A pair of streams, as Core Foundation makes them: what is written to one is read from the other.

public typealias CFWriteStream = OutputStream

extension Stream {
  // Apple's takes an AutoreleasingUnsafeMutablePointer<InputStream?>, to which the compiler converts `&input` too; it does so for
  // no other type, and that one exists with the Objective-C runtime only.
  public class func getBoundStreams(
    withBufferSize bufferSize: Int, inputStream: UnsafeMutablePointer<InputStream?>?,
    outputStream: UnsafeMutablePointer<OutputStream?>?
  ) {
    let buffer = BoundBuffer(size: bufferSize)
    inputStream?.pointee = BoundInput(buffer)
    outputStream?.pointee = BoundOutput(buffer)
  }
}

/// The events of the stream are delivered on this queue.
public func CFWriteStreamSetDispatchQueue(_ stream: CFWriteStream, _ queue: DispatchQueue?) {
  (stream as? BoundOutput)?.schedule(queue)
}

/// `@unchecked Sendable` because all that changes stands under `condition`.
private final class BoundBuffer: @unchecked Sendable {
  let size: Int
  private let condition = NSCondition()
  private var bytes = Data()
  private var isWriterClosed = false
  private var isReaderClosed = false
  private var _hasRoom: (@Sendable () -> Void)?
  private var _readerClosed: (@Sendable () -> Void)?

  init(size: Int) { self.size = size }

  var hasRoom: (@Sendable () -> Void)? {
    get { condition.withLock { _hasRoom } }
    set { condition.withLock { _hasRoom = newValue } }
  }

  /// Called when the other end is closed.
  var readerClosed: (@Sendable () -> Void)? {
    get { condition.withLock { _readerClosed } }
    set { condition.withLock { _readerClosed = newValue } }
  }

  var room: Int { condition.withLock { isReaderClosed ? 0 : size - bytes.count } }

  /// Returns -1 if no one reads any more. Waits for room.
  func write(_ data: Data) -> Int {
    condition.withLock {
      while bytes.count == size, !isReaderClosed { condition.wait() }
      guard !isReaderClosed else { return -1 }
      let count = min(data.count, size - bytes.count)
      bytes.append(data.prefix(count))
      condition.broadcast()
      return count
    }
  }

  /// Waits for bytes. Returns none at the end.
  func read(_ count: Int) -> Data {
    let (data, hasRoom) = condition.withLock {
      while bytes.isEmpty, !isWriterClosed, !isReaderClosed { condition.wait() }
      let data = bytes.prefix(count)
      bytes = Data(bytes.dropFirst(count))
      condition.broadcast()
      return (data, _hasRoom)
    }
    if !data.isEmpty { hasRoom?() }
    return data
  }

  func closeWriter() {
    condition.withLock {
      isWriterClosed = true
      condition.broadcast()
    }
  }

  func closeReader() {
    let readerClosed = condition.withLock {
      isReaderClosed = true
      condition.broadcast()
      return _readerClosed
    }
    readerClosed?()
  }
}

final class BoundInput: InputStream {
  private let buffer: BoundBuffer

  fileprivate init(_ buffer: BoundBuffer) {
    self.buffer = buffer
    super.init(data: Data())
  }

  override func open() {}
  override func close() { buffer.closeReader() }
  override var hasBytesAvailable: Bool { true }

  override func read(_ pointer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
    let data = buffer.read(maxLength)
    data.copyBytes(to: pointer, count: data.count)
    return data.count
  }
}

/// As Apple's, it does not retain its delegate and does not notice when that is gone. Here, an event for one that is gone is
/// noted.
final class BoundOutput: OutputStream {
  private let buffer: BoundBuffer
  private var queue: DispatchQueue?
  private weak var listener: (any StreamDelegate)?
  private var hasListener = false

  override weak var delegate: (any StreamDelegate)? {
    get { listener }
    set { (listener, hasListener) = (newValue, newValue != nil) }
  }

  /// As Apple's, a stream that has a queue lives until it is taken from it.
  func schedule(_ queue: DispatchQueue?) {
    self.queue = queue
    if queue == nil { (buffer.hasRoom, buffer.readerClosed) = (nil, nil) }
  }

  fileprivate func tell(_ event: Stream.Event) {
    guard hasListener else { return }
    guard let listener else { return SystemFaults.note("a stream told a delegate that was gone") }
    listener.stream(self, handle: event)
  }

  fileprivate init(_ buffer: BoundBuffer) {
    self.buffer = buffer
    super.init(toMemory: ())
  }

  required init(toMemory: ()) {
    buffer = BoundBuffer(size: 0)
    super.init(toMemory: ())
  }

  override func open() {
    let target = Target(stream: self)
    buffer.hasRoom = { [queue] in queue?.async { target.tellOfRoom() } }
    buffer.readerClosed = { [queue] in queue?.async { target.stream.tell(.errorOccurred) } }
    queue?.async { target.stream.tell(.openCompleted) }
    buffer.hasRoom?()
  }

  override func close() { buffer.closeWriter() }
  override var hasSpaceAvailable: Bool { buffer.room > 0 }

  override func write(_ pointer: UnsafePointer<UInt8>, maxLength: Int) -> Int {
    let count = buffer.write(Data(bytes: pointer, count: maxLength))
    if count > 0, buffer.room > 0 { buffer.hasRoom?() }
    return count
  }

  deinit { buffer.closeWriter() }

  /// `@unchecked Sendable` because the stream is used on its queue alone.
  private struct Target: @unchecked Sendable {
    let stream: BoundOutput

    func tellOfRoom() {
      guard stream.hasSpaceAvailable else { return }
      stream.tell(.hasSpaceAvailable)
    }
  }
}

extension Router {
  /// Reads the body that the delegate provides to its end, or until the task is cancelled.
  func body(of task: URLSessionTask) -> Data {
    let (answer, stream) = (DispatchSemaphore(value: 0), StreamBox())
    guard !task.wasCancelled else { return Data() }
    deliver(task, to: (any URLSessionTaskDelegate).self, otherwise: { answer.signal() }) {
      $0.urlSession($1, task: task) { provided in
        stream.input = provided
        answer.signal()
      }
    }
    answer.wait()
    var (body, bytes) = (Data(), [UInt8](repeating: 0, count: 16 << 10))
    stream.input?.open()
    task.stopsReading = { stream.input?.close() }
    while !task.wasCancelled, let count = stream.input?.read(&bytes, maxLength: bytes.count), count > 0 {
      body.append(contentsOf: bytes[..<count])
      task.lock.withLock { task.bytesRead += count }
    }
    stream.input?.close()
    return body
  }
}

/// `@unchecked Sendable` because it is written before the semaphore is signalled and read after that.
private final class StreamBox: @unchecked Sendable {
  var input: InputStream?
}
