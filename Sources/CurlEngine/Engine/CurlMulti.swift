import CRequisiteCurl

/// A multi handle of libcurl, with the connections that its transfers share. Used only by the loop's thread.
///
/// For each transfer, libcurl looks through the connections to the host for one that is idle, and 7.88 does so again at its
/// end: with 10,000 connections, that takes two thirds of the CPU time. So a loop divides thousands of connections among
/// several multi handles, unless there is a lower limit for each host, which only one multi handle can keep.
final class CurlMulti {
  let pointer: rq_multi
  let poller: CurlPoller
  let timer = CurlTimer()
  @exclusivity(unchecked) var pool: CurlHandlePool
  /// The number of transfers under way.
  @exclusivity(unchecked) var transfers = 0
  /// The time at which a transfer last ended.
  @exclusivity(unchecked) var lastEnd: UInt64 = 0
  /// The handles without a transfer whose look-ups are under way.
  var handlesInLookUp: [CurlHandle] = []
  let isForSockets: Bool
  private let connections: Int

  /// Whether there is a connection for one more transfer.
  var hasCapacity: Bool { transfers < connections }

  /// - Parameters:
  ///   - connections: The most connections, idle ones included.
  ///   - isForSockets: Whether the connections are those of ``CurlSockets``, which have no limit for each host; false by
  ///     default.
  init(_ connections: Int, isForSockets: Bool = false, options: CurlOptions) throws(CurlProblem) {
    guard let pointer = rq_multi_init() else { throw .outOfMemory }
    self.pointer = pointer
    self.connections = connections
    self.isForSockets = isForSockets
    poller = options.poller
    pool = CurlHandlePool(options: options, capacity: connections)
    try configure(connectionsPerHost: isForSockets ? connections : options.settings.connectionsPerHost)
  }

  deinit { _ = rq_multi_cleanup(pointer) }

  /// Takes a handle whose transfer has ended out of libcurl, and keeps it for another one unless it is spent.
  func release(_ handle: CurlHandle, isUsedUp: Bool) {
    guard !handle.isLookingUp else {
      handlesInLookUp.append(handle)
      return handle.abandonDuringLookUp()
    }
    // A handle that libcurl fails to remove is not used again.
    if rq_multi_remove(pointer, handle.easy) == 0, !isUsedUp { pool.put(handle) } else { handle.abandon() }
  }

  func socketAction(on descriptor: Int32, events: Int32) {
    _ = rq_multi_socket_action(pointer, descriptor, events)
  }

  private func configure(connectionsPerHost: Int) throws(CurlProblem) {
    let codes = [
      rq_multi_set_socket_callback(
        pointer, CurlCallbacks.socket, Unmanaged.passUnretained(self).toOpaque()),
      rq_multi_set_timer_callback(
        pointer, CurlCallbacks.timer, Unmanaged.passUnretained(timer).toOpaque()),
      set(.connectionsPerHost, connectionsPerHost), set(.connections, connections),
      set(.cachedConnections, connections),
    ]
    guard let code = codes.first(where: { $0 != 0 }) else { return }
    let message = rq_multi_error_text(code).map { String(cString: $0) } ?? ""
    throw .unavailable("libcurl's multi handle could not be set up: \(message)")
  }

  private func set(_ option: CurlOption.Multi, _ value: Int) -> Int32 {
    rq_multi_set_long(pointer, option.rawValue, value)
  }
}

extension CurlSettings {
  /// The number of multi handles that a loop may have.
  var multis: Int { connectionsPerHost < connections ? 1 : max(1, connections / connectionsOfMulti) }

  /// The connections that the first multi handle has: those that are left by the others.
  var connectionsOfFirstMulti: Int { connections - (multis - 1) * connectionsOfMulti }
}

extension CurlLoop {
  /// Returns the multi handle for a new transfer: the first that has room, so that idle connections are used again. If none
  /// has and no more may be opened, returns the one with the fewest transfers.
  func multiWithCapacity() throws(CurlProblem) -> CurlMulti {
    closeIdleMultis()
    if let multi = multis.first(where: \.hasCapacity) { return multi }
    let settings = options.settings
    if multis.count >= settings.multis, let multi = multis.min(by: { $0.transfers < $1.transfers }) {
      return multi
    }
    let connections = multis.isEmpty ? settings.connectionsOfFirstMulti : settings.connectionsOfMulti
    let multi = try CurlMulti(connections, options: options)
    multis.append(multi)
    return multi
  }

  /// Closes the multi handles whose connections are too old, except for the first: libcurl closes its own with the next
  /// transfer, which the others may never get.
  private func closeIdleMultis() {
    for index in multis.indices.dropFirst().reversed()
    where multis[index].transfers == 0 && multis[index].handlesInLookUp.isEmpty {
      let age = Duration.nanoseconds(tick.now - multis[index].lastEnd)
      if age > options.settings.idleConnectionAge { multis.remove(at: index) }
    }
  }

  /// Moves a transfer that waits for a connection to the multi handle, if it has one left.
  func startQueued(_ multi: CurlMulti) {
    // With as many transfers as connections, another multi handle has more of them if this one has fewer.
    guard multi.hasCapacity, transfers.count >= options.settings.connections,
      let transfer = transfers.first(where: { $0.multi !== multi && $0.isQueued })
    else { return }
    restart(transfer, in: multi)
  }
}

/// The idle easy handles, kept for later transfers. Used only by the loop's thread.
struct CurlHandlePool {
  private var idle: [CurlHandle] = []
  let options: CurlOptions
  private let capacity: Int

  init(options: CurlOptions, capacity: Int) {
    self.options = options
    self.capacity = capacity
  }

  /// Returns a handle that has the options of the settings, after `setUp` has added those of a transfer.
  mutating func take(_ setUp: (CurlHandle) throws(CurlProblem) -> Void) throws(CurlProblem) -> CurlHandle {
    guard let handle = idle.popLast() ?? CurlHandle() else {
      throw .library(code: .outOfMemory, detail: "there is no memory for an easy handle")
    }
    if handle.needsReset { try options.prepare(handle) }
    try setUp(handle)
    return handle
  }

  /// Takes back a handle that has no transfer under way and is in no multi handle. Discards it if the pool is full.
  mutating func put(_ handle: CurlHandle) {
    handle.abandon()
    if idle.count < capacity { idle.append(handle) }
  }
}
