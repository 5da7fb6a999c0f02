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
      if let handle = idle.popLast() {
        if handle.needsReset { try options.prepare(handle) }
        return handle
      }
      guard let handle = CurlHandle() else {
        throw .library(code: 27, detail: "there is no memory for an easy handle")
      }
      try options.prepare(handle)
      return handle
    }

    /// Takes a handle back whose transfer is over and which is in no multi handle.
    mutating func put(_ handle: CurlHandle) {
      handle.transfer = nil
      guard idle.count < capacity else { return }
      idle.append(handle)
    }
  }
#endif
