import CRequisiteCurl

/// The idle easy handles, kept for later transfers. Used only by the loop's thread.
struct CurlHandlePool {
  private var idle: [CurlHandle] = []
  let options: CurlOptions
  private let capacity: Int

  init(options: CurlOptions, capacity: Int) {
    self.options = options
    self.capacity = capacity
  }

  /// Returns a handle that has the options of the settings, after `setUp` has added those of a transfer. An idle handle that
  /// does not take all of them is discarded: see `Quirks/KeptBuffer.swift`.
  mutating func take(
    _ setUp: (CurlHandle) throws(CurlProblem) -> Void = { (_: CurlHandle) throws(CurlProblem) in }
  ) throws(CurlProblem) -> CurlHandle {
    if let handle = idle.popLast() {
      do throws(CurlProblem) {
        if handle.needsReset { try options.prepare(handle) }
        try setUp(handle)
        return handle
      } catch { handle.abandon() }
    }
    guard let handle = CurlHandle() else {
      throw .library(code: .outOfMemory, detail: "there is no memory for an easy handle")
    }
    try options.prepare(handle)
    try setUp(handle)
    return handle
  }

  /// Takes back a handle that has no transfer under way and is in no multi handle. Discards it if the pool is full.
  mutating func put(_ handle: CurlHandle) {
    handle.abandon()
    if idle.count < capacity { idle.append(handle) }
  }
}
