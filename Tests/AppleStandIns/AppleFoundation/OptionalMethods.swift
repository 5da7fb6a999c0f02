// Apple's delegates have optional methods, which a caller calls as `delegate.urlSession?(…)`. A protocol of Swift has none, so
// here that calls a value, which calls the method.

/// The optional methods of the delegate of a task. Not Apple's.
public struct TaskMethods {
  let delegate: any URLSessionTaskDelegate

  public func callAsFunction(_ session: URLSession, taskIsWaitingForConnectivity task: URLSessionTask) {
    OptionalMethod.call { delegate.urlSession(session, taskIsWaitingForConnectivity: task) }
  }

  public func callAsFunction(
    _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
    totalBytesExpectedToSend: Int64
  ) {
    OptionalMethod.call {
      delegate.urlSession(
        session, task: task, didSendBodyData: bytesSent, totalBytesSent: totalBytesSent,
        totalBytesExpectedToSend: totalBytesExpectedToSend)
    }
  }

  public func callAsFunction(
    _ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: URLSessionTaskMetrics
  ) {
    OptionalMethod.call { delegate.urlSession(session, task: task, didFinishCollecting: metrics) }
  }

  public func callAsFunction(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    OptionalMethod.call { delegate.urlSession(session, task: task, didCompleteWithError: error) }
  }
}

/// The optional methods of a delegate that receives data. Not Apple's.
public struct DataMethods {
  let delegate: any URLSessionDataDelegate

  public func callAsFunction(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    OptionalMethod.call {
      delegate.urlSession(
        session, dataTask: dataTask, didReceive: response, completionHandler: completionHandler)
    }
  }

  public func callAsFunction(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    OptionalMethod.call { delegate.urlSession(session, dataTask: dataTask, didReceive: data) }
  }
}

/// The optional methods of the delegate of a WebSocket. Not Apple's.
public struct WebSocketMethods {
  let delegate: any URLSessionWebSocketDelegate

  public func callAsFunction(
    _ session: URLSession, webSocketTask: URLSessionWebSocketTask, didOpenWithProtocol name: String?
  ) {
    delegate.urlSession(session, webSocketTask: webSocketTask, didOpenWithProtocol: name)
  }

  public func callAsFunction(
    _ session: URLSession, webSocketTask: URLSessionWebSocketTask,
    didCloseWith closeCode: URLSessionWebSocketTask.CloseCode, reason: Data?
  ) {
    delegate.urlSession(session, webSocketTask: webSocketTask, didCloseWith: closeCode, reason: reason)
  }
}

extension URLSessionTaskDelegate {
  public var urlSession: TaskMethods? { TaskMethods(delegate: self) }
}

extension URLSessionDataDelegate {
  public var urlSession: DataMethods? { DataMethods(delegate: self) }
}

extension URLSessionWebSocketDelegate {
  public var urlSession: WebSocketMethods? { WebSocketMethods(delegate: self) }
}

/// Whether the method that was called last on this thread is one that its delegate does not implement.
enum OptionalMethod {
  private static let key = "AppleFoundation.isMissing"

  static func isMissing() { Thread.current.threadDictionary[key] = true }

  /// Calls the method on each delegate in turn, until one has it. Returns false if none does.
  static func first<Delegate>(_ delegates: [Delegate], _ call: (Delegate) -> Void) -> Bool {
    for delegate in delegates {
      Thread.current.threadDictionary.removeObject(forKey: key)
      call(delegate)
      guard Thread.current.threadDictionary[key] != nil else { return true }
    }
    return false
  }

  /// Calls a method that may be missing, from within a method that is not.
  static func call(_ method: () -> Void) {
    method()
    Thread.current.threadDictionary.removeObject(forKey: key)
  }
}
