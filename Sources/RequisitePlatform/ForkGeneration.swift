#if os(Linux) || os(Android)
  import Synchronization

  /// Tells a process from the one that it was forked from. A fork has the memory of its parent but not the threads, and must
  /// not use what belongs to the parent: connections, random bits.
  package enum ForkGeneration {
    private static let count = Atomic<UInt32>(0)
    private static let isWatched = {
      // Initializes the counter, which must not happen in a fork.
      _ = count.load(ordering: .relaxed)
      return pthread_atfork(nil, nil) { ForkGeneration.count.wrappingAdd(1, ordering: .relaxed) } == 0
    }()

    /// A number that differs between a process and its forks. Takes no system call, unlike `getpid`.
    package static var current: UInt32 {
      _ = isWatched
      return count.load(ordering: .relaxed)
    }
  }
#endif
