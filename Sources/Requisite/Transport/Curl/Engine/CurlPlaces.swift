#if os(Linux)
  import Synchronization

  /// The loop of each origin: the loops take turns with the origins, in the order of their first calls.
  ///
  /// Taking turns spreads a few origins evenly, which a hash alone would not: of two origins, it would place both on one of
  /// two loops half of the time. An origin keeps its loop as long as the transport exists. The table is a fixed array of
  /// words and takes no lock, so that calls on many cores do not wait for one another here. If it is full, the hash of an
  /// origin places it.
  ///
  /// `@unchecked Sendable` because the compiler cannot see that `words` changes only atomically.
  final class CurlPlaces: @unchecked Sendable {
    /// 8 KiB of words. Each is 0, or the upper 56 bits of an origin's hash and the number of its loop, counted from 1.
    private static let size = 1024
    /// The most words that are looked at for an origin.
    private static let probes = 32
    private let words: UnsafeMutablePointer<Atomic<UInt64>>
    private let turn = Atomic(0)
    private let loops: Int

    /// - Parameter loops: The number of loops, at most 254.
    init(loops: Int) {
      self.loops = loops
      words = .allocate(capacity: Self.size)
      for index in 0..<Self.size { (words + index).initialize(to: Atomic(0)) }
    }

    deinit {
      words.deinitialize(count: Self.size)
      words.deallocate()
    }

    /// Returns the number of the origin's loop, counted from 0.
    func place(of origin: Origin) -> Int {
      // The seed of the hash is random for each process, so no one can choose hosts that share a loop.
      let hash = UInt64(truncatingIfNeeded: origin.hashValue)
      for probe in 0..<Self.probes {
        let index = (Int(hash & 0xFFFF) + probe) % Self.size
        let word = word(at: index, for: hash)
        if word >> 8 == hash >> 8 { return Int(word & 0xFF) - 1 }
      }
      return Int(hash % UInt64(loops))
    }

    /// Returns the word at the index, after writing the origin with this hash and the next loop to it if it was free.
    private func word(at index: Int, for hash: UInt64) -> UInt64 {
      let found = words[index].load(ordering: .relaxed)
      guard found == 0 else { return found }
      let next = turn.wrappingAdd(1, ordering: .relaxed).oldValue
      let new = (hash & ~0xFF) | (UInt64(UInt(bitPattern: next) % UInt(loops)) + 1)
      return words[index].compareExchange(expected: 0, desired: new, ordering: .relaxed).original == 0
        ? new : words[index].load(ordering: .relaxed)
    }
  }
#endif
