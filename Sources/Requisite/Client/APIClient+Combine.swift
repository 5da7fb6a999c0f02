#if canImport(Combine)
  import Combine

  extension APIClient {
    /// Publishes the value of a request.
    ///
    /// Nothing is sent before a subscriber arrives, and the request is sent for each subscriber. Cancelling the
    /// subscription cancels the call. Values arrive on an unspecified queue: put `receive(on:)` first, because the closures of all
    /// operators before it run on that queue.
    ///
    /// ```swift
    /// var cancellables: Set<AnyCancellable> = []
    /// client.dispatch(FindTodos())
    ///   .receive(on: DispatchQueue.main)
    ///   .replaceError(with: [])
    ///   .sink { todos in … }
    ///   .store(in: &cancellables)
    /// ```
    /// The publisher fails with what the asynchronous `dispatch(_:)` throws.
    ///
    /// - Parameter decoder: The decoder of the response; nil, the client's, by default. A decoder that the request declares
    ///   takes precedence.
    public func dispatch<R: Request>(
      _ request: R, using decoder: (any ResponseDecoder)? = nil
    ) -> AnyPublisher<R.ReturnType, NetworkRequestError> {
      CallPublisher.make { () async throws(NetworkRequestError) in
        try await self.dispatch(request, using: decoder)
      }
    }

    /// Publishes the value of a request together with its response.
    ///
    /// Nothing is sent before a subscriber arrives.
    public func responsePublisher<R: Request>(
      for request: R
    ) -> AnyPublisher<Response<R.ReturnType>, NetworkRequestError> {
      CallPublisher.make { () async throws(NetworkRequestError) in try await self.response(for: request) }
    }
  }

  extension APIClient {
    /// Publishes the value of an endpoint, as in `client.dispatch(.headlines)`.
    ///
    /// Nothing is sent before a subscriber arrives; cancelling the subscription cancels the call.
    public func dispatch<Value>(
      _ endpoint: Endpoint<Value>, using decoder: (any ResponseDecoder)? = nil
    ) -> AnyPublisher<Value, NetworkRequestError> {
      CallPublisher.make { () async throws(NetworkRequestError) in
        try await self.dispatch(endpoint, using: decoder)
      }
    }
  }

  extension APIClient {
    /// Publishes the value of an endpoint together with its response.
    ///
    /// Nothing is sent before a subscriber arrives.
    public func responsePublisher<Value>(
      for endpoint: Endpoint<Value>
    ) -> AnyPublisher<Response<Value>, NetworkRequestError> {
      CallPublisher.make { () async throws(NetworkRequestError) in try await self.response(for: endpoint) }
    }
  }

  extension Transport {
    /// Publishes the value of a request below a base URL, as in
    /// `session.dispatch(FindTodos(), baseURL: "https://api.example.com")` on a `URLSession`; a request for a whole URL needs
    /// no base URL, as in `session.dispatch(Endpoint<[Todo]>.get(.url(url)))`.
    ///
    /// Nothing is sent before a subscriber arrives; cancelling the subscription cancels the call.
    public func dispatch<R: Request>(
      _ request: R, baseURL: some BaseURLConvertible = BaseURL.unset,
      using decoder: any ResponseDecoder = JSONCoding()
    ) -> AnyPublisher<R.ReturnType, NetworkRequestError> {
      CallPublisher.make { () async throws(NetworkRequestError) in
        try await self.dispatch(request, baseURL: baseURL, using: decoder)
      }
    }
  }

  extension NetworkDispatcher {
    /// Publishes the decoded response to a request that was built by hand.
    ///
    /// Nothing is sent before a subscriber arrives; cancelling the subscription cancels the call.
    public func dispatch<Value: Decodable & Sendable>(
      request: TransportRequest, using decoder: any ResponseDecoder = BodyCoders.standard.response
    ) -> AnyPublisher<Value, NetworkRequestError> {
      CallPublisher.make { () async throws(NetworkRequestError) in
        let response = try await self.send(request)
        try response.checkContentType(for: Value.self)
        return try response.decoded(using: decoder)
      }
    }
  }

  /// Creates publishers of asynchronous calls.
  private enum CallPublisher {
    static func make<Value: Sendable>(
      _ call: @escaping @Sendable () async throws(NetworkRequestError) -> Value
    ) -> AnyPublisher<Value, NetworkRequestError> {
      Deferred {
        let task = Locked<Task<Void, Never>?>(nil)
        return Future<Value, NetworkRequestError> { promise in
          let promise = Promise(fulfill: promise)
          let running = Task { promise.fulfill(await Result.awaiting(call)) }
          task.withLock { $0 = running }
        }
        .handleEvents(receiveCancel: { task.withLock { $0 }?.cancel() })
      }
      .eraseToAnyPublisher()
    }
  }

  /// A future's promise, in a form that a task can capture.
  ///
  /// `@unchecked Sendable` because the type of the closure does not declare it. A promise may be kept from any thread,
  /// because a `Future` guards itself with a lock.
  private struct Promise<Value>: @unchecked Sendable {
    let fulfill: (Result<Value, NetworkRequestError>) -> Void
  }
#endif

#if canImport(Combine)
  import Combine

  extension AsyncSequence where Self: Sendable, Element: Sendable {
    /// Publishes the elements of events, lines, pages or another sequence, at the pace of the subscriber.
    ///
    /// ```swift
    /// var cancellables: Set<AnyCancellable> = []
    /// client.events(of: Endpoint<ServerSentEvents>.get("/news"))
    ///   .publisher()
    ///   .receive(on: DispatchQueue.main)
    ///   .sink { completion in … } receiveValue: { event in … }
    ///   .store(in: &cancellables)
    /// ```
    /// The sequence is read when the subscriber asks for elements, and once for each subscriber: a stream that is read once, such
    /// as ``Lines``, has one subscriber. Cancelling the subscription ends the reading. Elements arrive on an unspecified
    /// queue: put `receive(on:)` first.
    public func publisher() -> AnyPublisher<Element, NetworkRequestError> {
      SequencePublisher(sequence: self).eraseToAnyPublisher()
    }
  }

  private struct SequencePublisher<Base: AsyncSequence & Sendable>: Publisher where Base.Element: Sendable {
    typealias Output = Base.Element
    typealias Failure = NetworkRequestError

    let sequence: Base

    func receive<Down: Subscriber>(subscriber: Down)
    where Down.Input == Base.Element, Down.Failure == NetworkRequestError {
      subscriber.receive(subscription: SequenceSubscription(sequence, AnySubscriber(subscriber)))
    }
  }

  /// Reads a sequence as far as its subscriber asks.
  ///
  /// `@unchecked Sendable` because all that changes is in `state`, and one task alone calls the subscriber.
  private final class SequenceSubscription<Base: AsyncSequence & Sendable>: Subscription, @unchecked Sendable
  where Base.Element: Sendable {
    private struct State {
      var demand = Subscribers.Demand.none
      var waiter: CheckedContinuation<Void, Never>?
      var task: Task<Void, Never>?
      var isCancelled = false
    }

    private let sequence: Base
    private let subscriber: AnySubscriber<Base.Element, NetworkRequestError>
    private let state = Locked(State())

    init(_ sequence: Base, _ subscriber: AnySubscriber<Base.Element, NetworkRequestError>) {
      self.sequence = sequence
      self.subscriber = subscriber
    }

    func request(_ demand: Subscribers.Demand) {
      let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
        state.demand += demand
        if state.task == nil, !state.isCancelled { state.task = Task { await self.read() } }
        return state.waiter.take()
      }
      waiter?.resume()
    }

    func cancel() {
      let (task, waiter) = state.withLock { state in
        state.isCancelled = true
        return (state.task, state.waiter.take())
      }
      task?.cancel()
      waiter?.resume()
    }

    private func read() async {
      do {
        var elements = sequence.makeAsyncIterator()
        while await isWanted() {
          guard let element = try await elements.next() else { return finish(.finished) }
          let further = subscriber.receive(element)
          state.withLock { $0.demand += further }
        }
      } catch {
        finish(.failure(NetworkRequestError(error)))
      }
    }

    /// Waits until the subscriber asks for an element, and takes it off what it asked for. Returns false after the subscription was
    /// cancelled.
    private func isWanted() async -> Bool {
      while true {
        let isWanted = state.withLock { state -> Bool? in
          if state.isCancelled { return false }
          guard state.demand > .none else { return nil }
          state.demand -= 1
          return true
        }
        if let isWanted { return isWanted }
        await withCheckedContinuation { waiter in
          let isReady = state.withLock { state in
            let isReady = state.isCancelled || state.demand > .none
            if !isReady { state.waiter = waiter }
            return isReady
          }
          if isReady { waiter.resume() }
        }
      }
    }

    private func finish(_ completion: Subscribers.Completion<NetworkRequestError>) {
      if !state.withLock({ $0.isCancelled }) { subscriber.receive(completion: completion) }
    }
  }
#endif
