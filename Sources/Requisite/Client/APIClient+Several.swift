extension APIClient {
  /// Sends several requests at once and returns all values, in the order of the requests.
  ///
  /// ```swift
  /// let (todos, user) = try await client.values(
  ///   of: FindTodos(), FindUser(id: 1))
  /// ```
  /// The first failure cancels the others and is thrown. Files that were downloaded by then are deleted.
  public func values<First: Request, Second: Request, each Other: Request>(
    of first: First, _ second: Second, _ other: repeat each Other
  ) async throws(NetworkRequestError) -> (
    First.ReturnType, Second.ReturnType, repeat (each Other).ReturnType
  ) {
    let one = Slot<First.ReturnType>()
    let two = Slot<Second.ReturnType>()
    let others = (repeat Self.slot(for: each other))
    let failure = await withTaskGroup(of: NetworkRequestError?.self) { group in
      group.addTask { await one.send(first, with: self) }
      group.addTask { await two.send(second, with: self) }
      for (slot, request) in repeat (each others, each other) {
        group.addTask { await slot.send(request, with: self) }
      }
      return await Self.firstFailure(in: &group)
    }
    if let failure {
      one.discard()
      two.discard()
      for slot in repeat each others { slot.discard() }
      throw failure
    }
    return (try one.take(), try two.take(), repeat try (each others).take())
  }

  /// Sends any number of requests with one return type, and returns their values in the order of the requests.
  ///
  /// ```swift
  /// let requests: [any Request<Todo>] = [FindTodo(id: 1), AddTodo(body: todo)]
  /// let todos = try await client.values(of: requests)
  /// ```
  /// The first failure cancels the others and is thrown. Files that were downloaded by then are deleted.
  ///
  /// - Parameter limit: The maximum number of requests at a time; 16 by default, so that a long list
  ///   does not become a burst.
  public func values<Value: Sendable>(
    of requests: [any Request<Value>], atOnce limit: Int = 16
  ) async throws(NetworkRequestError) -> [Value] {
    let slots = requests.map { _ in Slot<Value>() }
    let failure = await send(requests, into: slots, atOnce: limit, stoppingAtFailure: true)
    if let failure {
      for slot in slots { slot.discard() }
      throw failure
    }
    var values: [Value] = []
    for slot in slots { values.append(try slot.take()) }
    return values
  }

  /// Sends any number of requests with one return type, and returns the value or the error of each, in the
  /// order of the requests.
  ///
  /// ```swift
  /// let results = await client.results(
  ///   of: [FindTodo(id: 1), FindTodo(id: 2)])
  /// for (id, result) in zip(1..., results) {
  ///   switch result {
  ///   case .success(let todo): print(id, todo.title)
  ///   case .failure(let error): print(id, error)
  ///   }
  /// }
  /// ```
  /// A failure does not affect the other requests. Cancelling the task cancels all of them.
  ///
  /// - Parameter limit: The maximum number of requests at a time; 16 by default, so that a long list
  ///   does not become a burst.
  public func results<Value: Sendable>(
    of requests: [any Request<Value>], atOnce limit: Int = 16
  ) async -> [Result<Value, NetworkRequestError>] {
    let slots = requests.map { _ in Slot<Value>() }
    _ = await send(requests, into: slots, atOnce: limit, stoppingAtFailure: false)
    return slots.map(\.result)
  }

  private func send<Value: Sendable>(
    _ requests: [any Request<Value>], into slots: [Slot<Value>], atOnce limit: Int, stoppingAtFailure: Bool
  ) async -> NetworkRequestError? {
    await withTaskGroup(of: NetworkRequestError?.self) { group in
      for (index, (request, slot)) in zip(requests, slots).enumerated() {
        if index >= max(1, limit), let failure = await group.next() ?? nil, stoppingAtFailure {
          group.cancelAll()
          return failure
        }
        group.addTask { await slot.send(request, with: self) }
      }
      guard stoppingAtFailure else { return nil }
      return await Self.firstFailure(in: &group)
    }
  }

  private static func slot<R: Request>(for request: R) -> Slot<R.ReturnType> { Slot() }

  private static func firstFailure(
    in group: inout TaskGroup<NetworkRequestError?>
  ) async -> NetworkRequestError? {
    for await failure in group {
      guard let failure else { continue }
      group.cancelAll()
      return failure
    }
    return nil
  }
}

extension APIClient {
  /// Unavailable: the parameter is called `atOnce`.
  @available(*, unavailable, renamed: "values(of:atOnce:)")
  public func values<Value: Sendable>(
    of requests: [any Request<Value>], maxConcurrent: Int
  ) async throws(NetworkRequestError) -> [Value] { [] }
}

/// The result of one of several calls.
private struct Slot<Value: Sendable>: Sendable {
  private let stored = Locked<Result<Value, NetworkRequestError>?>(nil)
  /// The response whose file only the value names. A body in memory is not kept in addition to its value.
  private let download = Locked<NetworkResponse?>(nil)

  func send(_ request: some Request<Value>, with client: APIClient) async -> NetworkRequestError? {
    do throws(NetworkRequestError) {
      let response = try await client.response(for: request)
      stored.withLock { $0 = .success(response.value) }
      if case .file = response.network.body { download.withLock { $0 = response.network } }
      return nil
    } catch {
      stored.withLock { $0 = .failure(error) }
      return error
    }
  }

  /// Deletes the file of a value that the caller does not get.
  func discard() { download.withLock { $0 }?.discardUnreceived() }

  /// The result; a cancellation for a call that was not made.
  var result: Result<Value, NetworkRequestError> { stored.withLock { $0 } ?? .failure(.cancelled(nil)) }

  /// The value. It exists if no call failed.
  func take() throws(NetworkRequestError) -> Value { try result.get() }
}
