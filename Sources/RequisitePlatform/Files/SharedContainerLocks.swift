#if canImport(Darwin) && !os(macOS) || REQUISITE_STAND_INS
  /// The locks that this process holds in the containers of app groups.
  ///
  /// The system ends a process that it suspends with such a lock (0xDEAD10CC). So while there is one, the process asks for time to
  /// finish; if that time ends first, the locks are given up, as if this process had ended.
  enum SharedContainerLocks {
    private struct State {
      var descriptors: Set<Int32> = []
      /// Signalled when the activity may end; nil while there is none.
      var end: DispatchSemaphore?
    }

    private static let state = Locked(State())
    private static let container = "/Containers/Shared/AppGroup/"

    static func add(_ descriptor: Int32, _ path: String) {
      guard path.contains(container) else { return }
      let begins = state.withLock { state -> DispatchSemaphore? in
        state.descriptors.insert(descriptor)
        guard state.end == nil else { return nil }
        state.end = DispatchSemaphore(value: 0)
        return state.end
      }
      guard let end = begins else { return }
      ProcessInfo.processInfo.performExpiringActivity(withReason: "Requisite: a locked file") { isExpired in
        if isExpired { giveUp() } else { end.wait() }
      }
    }

    /// Called before the lock ends.
    static func remove(_ descriptor: Int32) {
      state.withLock { state in
        guard state.descriptors.remove(descriptor) != nil, state.descriptors.isEmpty else { return }
        state.end.take()?.signal()
      }
    }

    private static func giveUp() {
      state.withLock { state in
        for descriptor in state.descriptors { flock(descriptor, LOCK_UN) }
        state.descriptors = []
        state.end.take()?.signal()
      }
    }
  }
#else
  /// Nothing to do where the system does not suspend processes.
  enum SharedContainerLocks {
    @inline(__always) static func add(_ descriptor: Int32, _ path: String) {}
    @inline(__always) static func remove(_ descriptor: Int32) {}
  }
#endif
