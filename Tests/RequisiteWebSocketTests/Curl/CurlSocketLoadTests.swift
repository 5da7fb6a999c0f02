#if os(Linux)
  import Foundation
  import RequisiteTesting
  import RequisiteWebSocket
  import TestSupport
  import Testing

  @testable import Requisite

  @Suite("WebSockets under load", .enabled(if: RawConnections.areSupported), .timeLimit(.minutes(20)))
  struct CurlSocketLoadTests {
    /// 10,000 messages by default; `.ci/long-run` sets a million.
    private static let messages =
      ProcessInfo.processInfo.environment["REQUISITE_SOCKET_MESSAGES"].flatMap { Int($0) } ?? 10_000

    @Test(
      "Messages come back whole and in order, while readers are cancelled at random", .feature("F31"))
    func cancellation() async throws {
      let server = try FaultServer { connection in
        try connection.acceptWebSocket()
        try connection.echoWebSocket()
      }
      let (transport, read, cancelled) = (CurlTransport(), Counter(), Counter())
      try await withThrowingTaskGroup(of: Void.self) { group in
        for worker in 0..<4 {
          group.addTask {
            var random = SplitMix64(seed: 7, UInt64(worker))
            while read.value < Self.messages {
              let count = Int.random(in: 1...400, using: &random)
              let socket = try await server.openWebSocket(transport)
              let reader = Task { try await Self.read(count, from: socket, read) }
              let sender = Task { try await Self.send(count, to: socket) }
              if Bool.random(using: &random) {
                for _ in 0..<Int.random(in: 0...200, using: &random) { await Task.yield() }
                reader.cancel()
                cancelled.add()
              } else {
                try await sender.value
                try await reader.value
                try await socket.close()
              }
              // A reader that was cancelled has the error of that, unless it was faster.
              if case .failure(let error as NetworkRequestError) = await reader.result {
                #expect(error.kind == .cancelled)
              }
              _ = await sender.result
            }
          }
        }
        try await group.waitForAll()
      }
      #expect(cancelled.value > 0)
      await transport.shutDown()
      #expect(await until { server.openConnectionCount == 0 })
    }

    private static func send(
      _ count: Int, to socket: WebSocket<WebSocketMessage, WebSocketMessage>
    ) async throws {
      for number in 0..<count { try await socket.send(message(number)) }
    }

    private static func read(
      _ count: Int, from socket: WebSocket<WebSocketMessage, WebSocketMessage>, _ read: Counter
    ) async throws {
      var messages = socket.makeAsyncIterator()
      for number in 0..<count {
        #expect(try await messages.next() == message(number))
        read.add()
      }
    }

    /// A message that shows its place, of up to 300 bytes, so that some are compressed.
    private static func message(_ number: Int) -> WebSocketMessage {
      .text("\(number) " + String(repeating: "ä", count: number % 150))
    }

    private static let key = "REQUISITE_SOCKET_OPENINGS"
    private static let isChild = ProcessInfo.processInfo.environment[key] != nil

    @Test("(run by another test) opens a thousand", .enabled(if: isChild), .timeLimit(.minutes(5)))
    func openingsChild() async throws {
      let server = try FaultServer { connection in
        try connection.acceptWebSocket()
        try connection.send(Data([0x81, 0x01, 0x61]))
        switch connection.number % 4 {
        case 0: break
        case 1: connection.resetOnClose()
        default: try connection.echoWebSocket()
        }
      }
      let transport = WatchedTransport()
      let client = APIClient(baseURL: server.url(""), transport: transport)
      // The loop of the sockets begins with the first of them.
      try await Self.open(client, round: 0)
      #expect(await until { server.openConnectionCount == 0 && transport.userCount == 0 })
      let before = try Self.descriptors()
      for round in 1..<125 { try await Self.open(client, round: round) }
      #expect(server.connectionCount == 1000)
      // Sockets close themselves in the background.
      let areGone = try await until {
        try server.openConnectionCount == 0 && transport.userCount == 0 && Self.descriptors() <= before
      }
      #expect(areGone)
    }

    /// Opens eight sockets at a time, and leaves or closes them.
    private static func open(_ client: APIClient, round: Int) async throws {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<8 {
          group.addTask {
            let socket = try await client.dispatch(Echo<String>())
            if (round + number) % 3 == 0 { return }
            #expect(try await socket.first { _ in true } == "a")
            // Of those that the server ends itself, this is an error.
            if (round + number) % 3 == 1 { try? await socket.close() }
          }
        }
        try await group.waitForAll()
      }
    }

    /// In a process of its own, whose descriptors no other test opens.
    @Test(
      "A thousand openings leave no socket, no connection and no descriptor behind", .enabled(if: !isChild),
      .feature("F31"))
    func openings() async throws {
      let child = try ChildProcess(
        test: "CurlSocketLoadTests/openingsChild", environment: [Self.key: "1"], reading: .both)
      let end = await BlockingQueue("openings").run { child.end() }
      #expect(end.status == 0 && end.text.contains("1 test"), "\(end.text)")
    }

    private static func descriptors() throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    }
  }

  /// A transport by libcurl that knows how many of its sockets exist.
  private struct WatchedTransport: RawTransport {
    private let transport = CurlTransport()
    private let users = Locked<[WeakUser]>([])

    var userCount: Int {
      users.withLock { users in
        users.removeAll { $0.user == nil }
        return users.count
      }
    }

    func exchange(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
      try await transport.exchange(request)
    }

    func connect(
      for request: TransportRequest, _ user: any RawConnectionUser<NetworkRequestError>
    ) throws(NetworkRequestError) -> any RawConnection {
      users.withLock { $0.append(WeakUser(user: user)) }
      return try transport.connect(for: request, user)
    }
  }

  private struct WeakUser: Sendable {
    weak let user: (any RawConnectionUser<NetworkRequestError>)?
  }
#endif
