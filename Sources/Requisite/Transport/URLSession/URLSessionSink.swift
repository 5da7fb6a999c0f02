/// Where the body of one response goes: memory, a stream or a file.
struct URLSessionSink {
  private enum Target {
    case memory(Data)
    case stream(ChunkQueue)
    case file(TransferFile)
  }

  private var target: Target
  /// What is told of a streamed body when it has ended.
  var end = ByteStream.End()

  /// - Parameter file: The file, where the response is wanted in one.
  init(_ request: TransportRequest, file: TransferFile?) {
    target =
      switch request.delivery {
      case .streamed: .stream(ChunkQueue())
      case .buffered, .file: file.map(Target.file) ?? .memory(Data())
      }
  }

  /// The header section is here: what a server says with an error, or on the way elsewhere, is no file.
  mutating func begin(_ status: Int) {
    guard case .file(let file) = target, !(200..<300).contains(status) else { return }
    file.discard()
    target = .memory(Data())
  }

  /// The stream, where the body is wanted as one. Dropping it runs `ending`; `drained` runs when its reader has caught up
  /// after ``isFull`` was true.
  func stream(
    ending: @escaping @Sendable () -> Void, drained: @escaping @Sendable () -> Void
  ) -> ByteStream? {
    guard case .stream(let queue) = target else { return nil }
    return queue.stream(ending: ending, drained: drained)
  }

  /// True if so much of a stream waits for its reader that the server is to be slowed down.
  var isFull: Bool {
    if case .stream(let queue) = target { queue.isFull } else { false }
  }

  /// Takes the next bytes; returns why it cannot.
  mutating func take(_ data: Data, of request: TransportRequest) -> NetworkRequestError? {
    switch target {
    case .memory(var memory):
      let limit = request.options.maximumBodySize
      guard data.count <= limit - memory.count else {
        return .bodyTooLarge(BodyTooLarge(limit: limit, request: request))
      }
      target = .memory(Data())  // so that the bytes are appended in place
      memory.append(data)
      target = .memory(memory)
    case .stream(let queue): queue.append(data)
    case .file(let file):
      do throws(NetworkRequestError) { try file.write(data) } catch { return error }
    }
    return nil
  }

  /// What has come so far of a body in memory.
  var data: Data { if case .memory(let data) = target { data } else { Data() } }

  /// The whole body, now that all of it has come.
  func finish() throws(NetworkRequestError) -> ResponseBody {
    switch target {
    case .memory(let data): return .data(data)
    case .stream(let queue):
      queue.finish(nil, end)
      return .stream(queue.stream(ending: {}))
    case .file(let file): return .file(try file.finish())
    }
  }

  /// The call has failed: the reader of the stream gets the error, and a file that is not whole is removed.
  func fail(_ error: NetworkRequestError) {
    switch target {
    case .memory: break
    case .stream(let queue): queue.finish(error)
    case .file(let file): file.discard()
    }
  }
}
