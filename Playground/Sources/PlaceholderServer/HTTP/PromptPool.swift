import FlyingFox
import FlyingSocks
import Foundation

/// A pool whose sockets send at once. FlyingFox writes the head and the body of a response apart; otherwise the system holds
/// back the body until the client acknowledges the head, which takes 40 ms on a kept connection.
struct PromptPool: AsyncSocketPool {
  private let base: some AsyncSocketPool = HTTPServer.defaultPool()

  func prepare() async throws { try await base.prepare() }

  func run() async throws { try await base.run() }

  func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
    // The first one is the listening socket, from which the accepted ones inherit the option.
    try socket.setValue(true, for: BoolSocketOption(level: Int32(IPPROTO_TCP), name: TCP_NODELAY))
    try await base.suspendSocket(socket, untilReadyFor: events)
  }
}
