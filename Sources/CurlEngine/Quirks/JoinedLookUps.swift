import CRequisiteCurl

// Concerns: all versions of libcurl whose names are looked up by threads of its own, as in every distribution.
// Seen: when a transfer ends while its host's name is being looked up, libcurl waits until `getaddrinfo` returns, and with it
//   the loop and all of its other transfers.
// Known: the documentation of CURLOPT_QUICK_EXIT, which turns that off as of 7.87; as of 8.20 it is an option of the multi handle
//   as well (`rq_multi_init`).
// Here: that option. Before 7.87, the transfer ends and its handle stays in the multi handle until the look-up is over; then
//   the connection is refused before it is made. The connect timeout is counted by the watchdog meanwhile, because libcurl's
//   own would wait.
// Shown by: CurlLookUpTests, also with `.ci/old-libcurl`.
// Can go: all but the option, when no libcurl before 7.87 is supported; what the engine asks of it is false then.

extension CurlLibrary {
  /// Whether a look-up need not be waited for, as of 7.87.
  var hasQuickExit: Bool { number >= 0x07_57_00 }

  /// What is added to libcurl's own connect timeout, so that the watchdog ends a transfer before libcurl does, and waits.
  var lookUpMargin: Duration { hasQuickExit ? .zero : .milliseconds(200) }
}

extension CurlOptions {
  /// Makes libcurl leave look-ups alone when a transfer ends, or else makes it report when they begin.
  func setLookUpOptions(of handle: CurlHandle) throws(CurlProblem) {
    guard !library.hasQuickExit else { return try handle.set(.quickExit, true) }
    try handle.check(
      rq_easy_set_resolver_callback(handle.easy, CurlCallbacks.resolving), "RESOLVER_START_FUNCTION")
    try handle.set(.resolverData, handle.context)
  }
}

extension CurlHandle {
  /// Records that libcurl begins to look up the name of the host, or finds that it is an address.
  func beganLookUp() {
    lookUpStart = CurlTick.clock()
    guard let transfer else { return }
    transfer.tick?.review(transfer)
  }

  /// Whether the host's name is being looked up, where that need be known.
  var isLookingUp: Bool { lookUpStart > 0 && preTransferTime == 0 }

  /// Abandons the handle, whose transfer has ended, and lets its look-up finish without a result.
  func abandonDuringLookUp() {
    abandon()
    isAbandoned = true
    // libcurl would wait at its timeout as well.
    _ = rq_easy_set_long(easy, CurlOption.Number.connectTimeout.rawValue, Int(Int32.max))
  }
}

extension CurlMulti {
  /// Ends the look-up of a handle that was left to it, if libcurl has finished that.
  func endLookUp(of easy: rq_easy) {
    guard let index = handlesInLookUp.firstIndex(where: { $0.easy == easy }) else { return }
    _ = rq_multi_remove(pointer, easy)
    handlesInLookUp.remove(at: index)
  }
}

extension CurlTransfer {
  /// The time at which the look-up of the host's name takes too long; nil without one, and where libcurl counts it.
  var endOfLookUp: UInt64? {
    guard let handle, handle.isLookingUp, let limit = handle.connectTimeout else { return nil }
    return handle.lookUpStart + limit.clampedNanoseconds
  }
}
