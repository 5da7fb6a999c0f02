#if canImport(Combine)
  import Combine

  extension AsyncSequence where Self: Sendable, Element: Sendable {
    /// Publishes the elements of events, lines, pages or another sequence, at the pace of the subscriber.
    ///
    /// ```swift
    /// var cancellables: Set<AnyCancellable> = []
    /// client.events(of: Endpoint<ServerSentEvents>.get("/news"))
    ///   .publisher()
    ///   .sink { completion in … } receiveValue: { event in … }
    ///   .store(in: &cancellables)
    /// ```
    /// The sequence is read when the subscriber asks for elements, and once for each subscriber: a stream that is read once, such
    /// as ``Lines``, has one subscriber. Cancelling the subscription ends the reading. Elements arrive on an unspecified
    /// queue: use `receive(on:)`.
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
      (self.sequence, self.subscriber) = (sequence, subscriber)
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
