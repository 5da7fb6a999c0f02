#if os(Linux)
  import RequisitePlatform
  import TestSupport
  import Testing

  @Suite("Random bits of the system", .timeLimit(.minutes(1)))
  struct SystemRandomnessTests {
    @Test("A forked process has other bits than the process that it was forked from")
    func otherBits() throws {
      var ends: [Int32] = [-1, -1]
      try #require(pipe(&ends) == 0)
      defer { close(ends[0]) }
      // The supply has bits, of which the other process has a copy.
      _ = SystemRandomness.bits()
      let child = try forked()
      if child == 0 {
        alarm(20)
        var bits = SystemRandomness.bits()
        _exit(write(ends[1], &bits, 16) == 16 ? 0 : 1)
      }
      close(ends[1])
      let own = (0..<32).map { _ in SystemRandomness.bits().0 }
      var bits: (UInt64, UInt64) = (0, 0)
      #expect(read(ends[0], &bits, 16) == 16)
      waitpid(child, nil, 0)
      #expect(!own.contains(bits.0))
    }
  }
#endif
