/// Waits for the end of work. If the test is cancelled first, as the limit of its time does, it fails with words for what it
/// waited for, and the work is left alone: code that loses a cancellation never ends.
public func ending<Value: Sendable>(
  of words: String, _ work: @escaping @Sendable () async throws -> Value
) async throws -> Value {
  let (results, supply) = AsyncStream.makeStream(of: Result<Value, any Error>.self)
  let task = Task { supply.yield(await result(of: work)) }
  for await result in results { return try result.get() }
  task.cancel()
  throw Unended(description: "waited in vain for \(words)")
}

private func result<Value>(of work: () async throws -> Value) async -> Result<Value, any Error> {
  do { return .success(try await work()) } catch { return .failure(error) }
}

/// Why a test failed that was cancelled while it waited.
public struct Unended: Error, CustomStringConvertible {
  /// What it waited for.
  public let description: String
}
