/// Lets other tasks run until something holds. Returns false if the test is cancelled before, as the limit of its time does.
public func until(_ holds: () async throws -> Bool) async rethrows -> Bool {
  while !Task.isCancelled {
    if try await holds() { return true }
    await Task.yield()
  }
  return try await holds()
}
