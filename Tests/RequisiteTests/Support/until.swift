/// Lets other tasks run until something holds. Returns false if the test is cancelled before, as the limit of its time does.
func until(_ holds: () async -> Bool) async -> Bool {
  while !Task.isCancelled {
    if await holds() { return true }
    await Task.yield()
  }
  return await holds()
}
