/// Where the body of one response goes: memory, a stream or a file.
struct URLSessionSink {
  private enum Target {
    case memory(Data)
    case stream(ChunkQueue)
    case file(URL, FileHandle)
  }

  private var target: Target

  init(_ request: TransportRequest) throws(NetworkRequestError) {
    switch request.delivery {
    case .buffered: target = .memory(Data())
    case .streamed: target = .stream(ChunkQueue())
    case .file(let url): target = try Self.file(at: url)
    }
  }

  /// The stream, where the body is wanted as one. Dropping it runs `ending`.
  func stream(ending: @escaping @Sendable () -> Void) -> ByteStream? {
    guard case .stream(let queue) = target else { return nil }
    return queue.stream(ending: ending)
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
    case .file(_, let handle):
      do { try handle.write(contentsOf: data) } catch {
        let error = URLError(.cannotWriteToFile, userInfo: [NSUnderlyingErrorKey: error])
        return .urlSessionFailed(TransportFailure(error, request: request))
      }
    }
    return nil
  }

  /// The whole body, now that all of it has come.
  func finish() -> ResponseBody {
    switch target {
    case .memory(let data): return .data(data)
    case .stream(let queue):
      queue.finish(nil)
      return .stream(queue.stream(ending: {}))
    case .file(let url, let handle):
      close(handle)
      return .file(url)
    }
  }

  /// The call has failed: the reader of the stream is told, and a file that is not whole is removed.
  func fail(_ error: NetworkRequestError) {
    switch target {
    case .memory: break
    case .stream(let queue): queue.finish(error)
    case .file(let url, let handle):
      close(handle)
      do { try FileManager.default.removeItem(at: url) } catch {}  // gone already is as good
    }
  }

  /// All has been written by then; there is nobody left to tell of a failure to close.
  private func close(_ handle: FileHandle) {
    do { try handle.close() } catch {}
  }

  private static func file(at url: URL?) throws(NetworkRequestError) -> Target {
    let url = url ?? FileOperation.temporaryFile()
    do {
      try Data().write(to: url, options: .withoutOverwriting)
      return .file(url, try FileHandle(forWritingTo: url))
    } catch {
      let problem = "the response cannot be written to “\(url.path)”"
      throw .invalidRequest(InvalidRequest(.options, problem, underlyingError: error))
    }
  }
}
