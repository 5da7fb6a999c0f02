#if FoundationNetworking || !(os(Linux) || os(Android))
  /// The destination of one response's body: memory, a stream or a file.
  struct URLSessionSink {
    private enum Target {
      case memory(Data)
      case stream(ChunkQueue)
      case file(TransferFile)
    }

    private var target: Target
    /// The number of bytes received so far.
    private var count = 0
    /// The trailers and timings that a streamed body reports at its end.
    var end = ByteStream.End()

    /// - Parameter file: The file to write to; nil if the response is not delivered to a file.
    init(_ request: TransportRequest, file: TransferFile?) {
      target =
        switch request.delivery {
        case .streamed: .stream(ChunkQueue())
        case .buffered, .file, .opened: file.map(Target.file) ?? .memory(Data())
        }
    }

    /// Called with the status. The body of an error or a redirect goes to memory, not to the file. Where a task can be
    /// paused, the transport writes the file from a stream, so that a slow disk does not hold up the session's other tasks.
    mutating func begin(_ status: Int, of request: TransportRequest) {
      guard case .file(let file) = target else { return }
      guard TransferFile.takes(status, of: request) else {
        file.discard()
        target = .memory(Data())
        return
      }
      if URLSessionHost.canPause { target = .stream(ChunkQueue()) }
    }

    /// Returns the stream if the body is received as one. Releasing it runs `ending`; `drained` runs when its reader has
    /// caught up after ``isFull`` was true.
    func stream(
      ending: @escaping @Sendable () -> Void, drained: @escaping @Sendable () -> Void
    ) -> ByteStream? {
      guard case .stream(let queue) = target else { return nil }
      return queue.stream(ending: ending, drained: drained)
    }

    /// True if so much of a stream is unread that the task must be suspended.
    var isFull: Bool {
      if case .stream(let queue) = target { queue.isFull } else { false }
    }

    /// Takes the next bytes. Returns an error if they exceed the limit or cannot be written.
    mutating func take(_ data: Data, of request: TransportRequest) -> NetworkRequestError? {
      count += data.count
      switch target {
      case .memory(var memory):
        let limit = request.options.maximumBodySize
        guard data.count <= limit - memory.count else {
          return .bodyTooLarge(limit, request: request)
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

    /// The bytes received so far of a body in memory.
    var data: Data { if case .memory(let data) = target { data } else { Data() } }

    /// Returns the body of the response, which has ended. Throws an error if a part has another length than it says.
    func finish(
      _ response: TransportResponse, _ request: TransportRequest
    ) throws(NetworkRequestError) -> ResponseBody {
      if let problem = request.problem(ofBody: count, response.status, response.headers) {
        throw .urlSessionFailed(TransportFailure(.badServerResponse, problem, request: request))
      }
      switch target {
      case .memory(let data): return .data(data)
      case .stream(let queue):
        queue.finish(nil, end)
        return .stream(queue.stream(ending: {}))
      case .file(let file): return .file(try file.finish())
      }
    }

    /// Ends a failed call: the reader of the stream gets the error, and an incomplete file is removed.
    func fail(_ error: NetworkRequestError) {
      switch target {
      case .memory: break
      case .stream(let queue): queue.finish(error)
      case .file(let file): file.discard()
      }
    }
  }
#endif
