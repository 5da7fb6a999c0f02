/// Lets other tasks run until something holds, or far too long a time has passed.
func until(_ holds: () -> Bool) async -> Bool {
  for _ in 0..<1_000_000 {
    if holds() { return true }
    await Task.yield()
  }
  return holds()
}
