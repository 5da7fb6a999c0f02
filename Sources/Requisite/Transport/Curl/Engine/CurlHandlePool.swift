#if os(Linux)
  import CRequisiteCurl

  /// The idle easy handles, kept for later transfers. Used only by the loop's thread.
  struct CurlHandlePool {
    private var idle: [CurlHandle] = []
    private let options: CurlOptions
    private let capacity: Int

    init(options: CurlOptions, capacity: Int) {
      self.options = options
      self.capacity = capacity
    }

    /// Returns a handle that has the options of the configuration.
    mutating func take() throws(CurlProblem) -> CurlHandle {
      while let handle = idle.popLast() {
        guard handle.needsReset else { return handle }
        // A handle that was removed in the middle of an HTTP/2 upload may keep its buffers, and then accepts no options.
        if prepared(handle) { return handle }
      }
      guard let handle = CurlHandle() else {
        throw .library(code: .outOfMemory, detail: "there is no memory for an easy handle")
      }
      try options.prepare(handle)
      return handle
    }

    private func prepared(_ handle: CurlHandle) -> Bool {
      do throws(CurlProblem) {
        try options.prepare(handle)
        return true
      } catch {
        // If the options themselves are wrong, preparing a new handle throws the error.
        return false
      }
    }

    /// Takes back a handle that has no transfer under way and is in no multi handle. Discards it if the pool is full.
    mutating func put(_ handle: CurlHandle) {
      handle.abandon()
      if idle.count < capacity { idle.append(handle) }
    }
  }
#endif
