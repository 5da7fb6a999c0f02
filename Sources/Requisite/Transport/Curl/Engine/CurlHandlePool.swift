#if os(Linux)
  /// Easy handles that wait for their next transfer: making and setting one up costs more than a small transfer.
  /// Used by the loop's thread alone.
  struct CurlHandlePool {
    private var idle: [CurlHandle] = []
    private let options: CurlOptions
    private let capacity: Int

    init(options: CurlOptions, capacity: Int) {
      self.options = options
      self.capacity = capacity
    }

    /// A handle with the options of the configuration set.
    mutating func take() throws(CurlProblem) -> CurlHandle {
      while let handle = idle.popLast() {
        guard handle.needsReset else { return handle }
        // One that was removed in the middle of an HTTP/2 upload may keep its buffers, and then takes no options.
        if prepared(handle) { return handle }
      }
      guard let handle = CurlHandle() else {
        throw .library(code: 27, detail: "there is no memory for an easy handle")
      }
      try options.prepare(handle)
      return handle
    }

    private func prepared(_ handle: CurlHandle) -> Bool {
      do throws(CurlProblem) {
        try options.prepare(handle)
        return true
      } catch {
        // A new handle says what is wrong, if it is not this one alone.
        return false
      }
    }

    /// Takes a handle back whose transfer is over and which is in no multi handle.
    mutating func put(_ handle: CurlHandle) {
      handle.abandon()
      guard idle.count < capacity else { return }
      idle.append(handle)
    }
  }
#endif
