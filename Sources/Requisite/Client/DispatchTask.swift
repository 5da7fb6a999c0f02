/// A call under way that was begun with a completion. Dropping it does not cancel the call.
public struct DispatchTask: Sendable, Hashable {
  private let task: Task<Void, Never>

  init(_ work: @escaping @Sendable () async -> Void) {
    task = Task(operation: work)
  }

  /// Cancels the call: its completion gets ``NetworkRequestError/cancelled(_:)``, unless it was done already.
  public func cancel() {
    task.cancel()
  }
}
