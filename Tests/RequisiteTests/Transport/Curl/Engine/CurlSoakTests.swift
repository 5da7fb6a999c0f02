#if os(Linux)
  import Requisite
  import TestSupport
  import Testing

  /// Mixed calls for as long as it takes: some hundred by default, millions by `REQUISITE_SOAK_CALLS`.
  @Suite("CurlTransport: a long run", .timeLimit(.minutes(120)))
  struct CurlSoakTests {
    private static let calls = CurlTest.rounds("REQUISITE_SOAK_CALLS", default: 300)
    /// Only a run of its own has the process to itself.
    private static let isAlone = calls > 10_000

    /// What a server does, by the number of the call.
    fileprivate enum Kind: Int, CaseIterable {
      case whole, chunked, closing, streamed, uploaded, cut, cancelled
    }

    @Test("every call gets exactly its own response, and memory, descriptors and threads do not grow")
    func soak() async throws {
      let answered = Locked([UInt8](repeating: 0, count: Self.calls))
      let server = try FaultServer { connection in try Self.serve(connection, answered) }
      defer { server.stop() }
      let transport = CurlTest.fresh()
      // Twice over the whole number of kinds before the first look: pools and caches are full by then.
      let start = Self.isAlone ? Self.calls / 3 : 0
      try await Self.run(0..<start, transport, server)
      let before = ProcessSize.now
      try await Self.run(start..<Self.calls, transport, server)
      let counts = answered.withLock { $0 }
      for (number, count) in counts.enumerated() {
        let isExact = Kind(number) == .cancelled ? count <= 1 : count == 1
        #expect(isExact, "call \(number) was sent \(count) times")
      }
      guard Self.isAlone else { return }
      let after = ProcessSize.now
      print("soak: \(Self.calls) calls, before: \(before), after: \(after)")
      #expect(after.descriptors <= before.descriptors + 4)
      #expect(after.threads <= before.threads + 4)
      #expect(after.pages <= before.pages + (16 << 20) / 4096)
    }

    /// Makes these calls, 16 at a time.
    private static func run(_ numbers: Range<Int>, _ transport: CurlTransport, _ server: FaultServer)
      async throws
    {
      let next = Counter()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<16 {
          group.addTask {
            while case let number = numbers.lowerBound + next.add() - 1, number < numbers.upperBound {
              try await call(number, transport, server)
            }
          }
        }
        try await group.waitForAll()
      }
    }

    private static func call(_ number: Int, _ transport: CurlTransport, _ server: FaultServer) async throws {
      let kind = Kind(number)
      var request = CurlTest.request(
        server.url("/\(number)"), delivery: kind == .streamed ? .streamed : .buffered)
      if kind == .uploaded {
        request.method = .post
        request.body = .data(Data(text(number).utf8))
      }
      let sent = request
      switch kind {
      case .cut:
        let error = await #expect(throws: NetworkRequestError.self) { try await transport.send(sent) }
        #expect(error?.code == .networkConnectionLost)
      case .cancelled:
        let task = Task { try await transport.send(sent) }
        for _ in 0..<number % 50 { await Task.yield() }
        task.cancel()
        _ = await task.result
      case .streamed:
        let response = try await transport.send(sent)
        var data = Data()
        for try await chunk in try #require(response.stream) { data += chunk }
        #expect(String(decoding: data, as: UTF8.self) == text(number))
      case .whole, .chunked, .closing, .uploaded:
        #expect(try await transport.send(sent).text == text(number))
      }
    }

    /// What the call of that number is answered by.
    private static func text(_ number: Int) -> String {
      String(repeating: "\(number) ", count: 1 + number % 40)
    }

    private static func serve(_ connection: FaultConnection, _ answered: Locked<[UInt8]>) throws {
      while true {
        let line = try connection.readLine()
        let number = Int(line.split(separator: " ")[1].dropFirst()) ?? 0
        var length = 0
        while case let field = try connection.readLine(), !field.isEmpty {
          if field.lowercased().hasPrefix("content-length:") {
            length = Int(field.dropFirst(15).drop { $0 == " " }) ?? 0
          }
        }
        let body = try connection.read(exactly: length)
        answered.withLock { $0[number] += 1 }
        let text = text(number)
        switch Kind(number) {
        case .chunked, .streamed:
          try connection.send(HTTPMessage.chunkedHead() + HTTPMessage.chunk(text) + HTTPMessage.chunk(""))
        case .closing: return try connection.send("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n" + text)
        case .cut: return try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n" + text)
        case .uploaded: try connection.send(HTTPMessage.response(body: body))
        case .whole, .cancelled: try connection.send(HTTPMessage.response(body: text))
        }
      }
    }
  }

  extension CurlSoakTests.Kind {
    fileprivate init(_ number: Int) { self = Self.allCases[number % Self.allCases.count] }
  }

  /// What a process holds.
  private struct ProcessSize {
    let pages: Int
    let descriptors: Int
    let threads: Int

    static var now: ProcessSize {
      let words =
        (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
      let count = { (path: String) in (try? FileManager.default.contentsOfDirectory(atPath: path).count) ?? 0
      }
      return ProcessSize(
        pages: words.count > 1 ? Int(words[1]) ?? 0 : 0, descriptors: count("/proc/self/fd"),
        threads: count("/proc/self/task"))
    }
  }
#endif
