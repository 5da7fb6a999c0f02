import CPUTime
import CSocketLoop
import Foundation
import RequisiteWebSocket

/// What a client does on one socket.
struct Workload {
  enum Kind: String { case reads, sends, echoes }

  let kind: Kind
  /// The number of messages. Those of a round must be many more than the system's buffers take, for the server begins
  /// before the clock does.
  var count: Int
  let size: Int

  static let all = [
    Workload(kind: .reads, count: 2_000_000, size: 32), Workload(kind: .sends, count: 1_000_000, size: 32),
    Workload(kind: .echoes, count: 20_000, size: 32), Workload(kind: .reads, count: 20_000, size: 65_536),
    Workload(kind: .sends, count: 20_000, size: 65_536), Workload(kind: .echoes, count: 4000, size: 65_536),
  ]

  /// Returns the workload with another number of messages.
  func scaled(by factor: Double) -> Workload {
    var scaled = self
    scaled.count = Int(Double(count) * factor)
    return scaled
  }

  var name: String { "\(kind.rawValue) \(size) B" }

  var path: String {
    switch kind {
    case .reads: "/source/\(count)/\(size)"
    case .sends: "/sink/\(count)"
    case .echoes: "/echo"
    }
  }
}

/// What a message has cost: seconds of CPU time, and of time.
struct Cost {
  let cpu: Double
  let time: Double

  /// Measures work on a number of messages.
  static func measure(_ count: Int, _ work: () async throws -> Void) async rethrows -> Cost {
    let (start, cpu) = (ContinuousClock.now, CPUTime.ofProcess)
    try await work()
    let used = CPUTime.ofProcess - cpu
    return Cost(cpu: used / Double(count), time: (ContinuousClock.now - start) / .seconds(1) / Double(count))
  }
}

extension Workload {
  /// Runs over WebSocket.
  func runRequisite(_ client: APIClient) async throws -> Cost {
    let request = Endpoint<WebSocket<Data, Data>>.get(RequestPath(verbatim: path))
    let socket = try await client.dispatch(request)
    let cost = try await Cost.measure(count) { try await run(socket) }
    try? await socket.close()
    return cost
  }

  private func run(_ socket: WebSocket<Data, Data>) async throws(NetworkRequestError) {
    let message = Data(repeating: 120, count: size)
    var messages = socket.makeAsyncIterator()
    for _ in 0..<count {
      if kind != .reads { try await socket.send(message) }
      if kind != .sends { _ = try await messages.next() }
    }
    // The answer to all of them is text, which is not the type that arrives otherwise.
    if kind == .sends { do { _ = try await messages.next() } catch .decodingError { return } }
  }

  /// Runs over a bare socket.
  func runBare(_ port: Int) async -> Cost {
    let descriptor = bare_socket_open(Int32(port), path)
    defer { bare_socket_close(descriptor) }
    return await Cost.measure(count) {
      switch kind {
      case .reads: _ = bare_socket_read(descriptor, count)
      case .sends:
        bare_socket_send(descriptor, count, size)
        _ = bare_socket_read(descriptor, 1)
      case .echoes:
        for _ in 0..<count {
          bare_socket_send(descriptor, 1, size)
          _ = bare_socket_read(descriptor, 1)
        }
      }
    }
  }
}
