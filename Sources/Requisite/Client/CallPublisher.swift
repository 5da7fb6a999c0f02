#if canImport(Combine)
  import Combine

  /// Makes a publisher of an asynchronous call.
  enum CallPublisher {
    static func make<Value: Sendable>(
      _ call: @escaping @Sendable () async throws(NetworkRequestError) -> Value
    ) -> AnyPublisher<Value, NetworkRequestError> {
      Deferred {
        let task = Locked<Task<Void, Never>?>(nil)
        return Future<Value, NetworkRequestError> { promise in
          let promise = Promise(keep: promise)
          let running = Task { promise.keep(await Result(catching: call)) }
          task.withLock { $0 = running }
        }
        .handleEvents(receiveCancel: { task.withLock { $0 }?.cancel() })
      }
      .eraseToAnyPublisher()
    }
  }

  /// A future's promise on its way into a task.
  ///
  /// `@unchecked Sendable` because the type of the closure does not say it: a promise may be kept from any thread,
  /// and a `Future` guards itself by a lock.
  private struct Promise<Value>: @unchecked Sendable {
    let keep: (Result<Value, NetworkRequestError>) -> Void
  }
#endif
