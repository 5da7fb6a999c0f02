#if canImport(Combine)
  import Combine

  extension APIClient {
    /// Publishes the value of a request.
    ///
    /// Nothing is sent before a subscriber arrives, and the request is sent for each subscriber. Cancelling the
    /// subscription cancels the call. Values arrive on an unspecified queue: use `receive(on:)`.
    ///
    /// ```swift
    /// var cancellables: Set<AnyCancellable> = []
    /// client.dispatch(FindTodos())
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
          let promise = Promise(keep: promise)
          let running = Task { promise.keep(await Result(catching: call)) }
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
    let keep: (Result<Value, NetworkRequestError>) -> Void
  }
#endif
