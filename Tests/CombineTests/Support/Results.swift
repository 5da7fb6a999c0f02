#if canImport(Combine)
  import Combine

  /// What came out of a publisher until its end.
  struct Results<Value: Sendable, Failure: Error>: Sendable {
    var values: [Value] = []
    var failure: Failure?
  }

  extension Publisher where Output: Sendable {
    /// Subscribes, and waits for the end.
    func results() async -> Results<Output, Failure> {
      let subscription = Subscription<Output, Failure>()
      return await withCheckedContinuation { continuation in
        subscription.start(self) { continuation.resume(returning: $0) }
      }
    }
  }

  /// Keeps a subscription until its end. Values and end come one after the other, as Combine promises.
  private final class Subscription<Value: Sendable, Failure: Error> {
    private var results = Results<Value, Failure>()
    private var cancellables: Set<AnyCancellable> = []

    func start(
      _ publisher: some Publisher<Value, Failure>, whenDone done: @escaping (Results<Value, Failure>) -> Void
    ) {
      publisher
        .sink { [self] completion in
          if case .failure(let error) = completion { results.failure = error }
          done(results)
        } receiveValue: { [self] value in
          results.values.append(value)
        }
        .store(in: &cancellables)
    }
  }
#endif
