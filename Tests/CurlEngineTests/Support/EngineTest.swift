#if os(Linux)
  import TestSupport
  import Testing

  @testable import CurlEngine

  /// What the tests of the engine share: it is used here as by a program without any other part of the library.
  enum EngineTest {
    /// A request without a body, or with one.
    static func request(
      _ url: String, method: String = "GET", fields: [(String, String)] = [], body: CurlBodyPlan = .none,
      idle: Duration? = .seconds(60), limit: Int = .max, isStreamed: Bool = false, pins: String? = nil,
      in session: CurlSession
    ) throws -> CurlRequest {
      // Without this line libcurl would wait a second for `100 Continue`.
      let lines = body.isSent ? ["Expect:"] : []
      let size = fields.reduce(7) { $0 + $1.0.utf8.count + $1.1.utf8.count }
      let headers = try CurlHeaderList(lines: fields.count + lines.count, bytes: size) { list in
        for (name, value) in fields { list.append(name, value) }
        for line in lines { list.append(line) }
      }
      return CurlRequest(
        url: url, isSecure: url.hasPrefix("https:"), method: method, headers: headers, body: body,
        isStreamed: isStreamed, decodes: false, limits: CurlLimits(idle: idle, body: limit, head: 100 << 10),
        isIdempotent: method == "GET", pins: pins, in: session)
    }

    /// A loop without a thread, whose commands a test performs.
    static func loop(_ settings: CurlSettings = CurlSettings(), mailbox: CurlMailbox? = CurlMailbox()) throws
      -> CurlLoop
    {
      try CurlLoop(settings, library: CurlLibrary.loaded.get(), mailbox: try #require(mailbox))
    }

    /// The descriptors of this process that are connections to a port by IPv4.
    static func connections(to port: UInt16) throws -> [Int32] {
      let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
      return descriptors.compactMap { Int32($0) }.filter { peerPort(of: $0) == port }
    }

    /// Whether any epoll of this process watches a descriptor.
    static func isWatched(_ descriptor: Int32) -> Bool {
      let folder = "/proc/self/fdinfo"
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      return names.contains { name in
        let text = (try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)) ?? ""
        return text.split(separator: "\n").contains { line in
          let words = line.split(separator: " ")
          return words.first == "tfd:" && words.dropFirst().first == "\(descriptor)"
        }
      }
    }

    private static func peerPort(of descriptor: Int32) -> UInt16? {
      var address = sockaddr_in()
      var size = socklen_t(MemoryLayout<sockaddr_in>.size)
      let code = withUnsafeMutableBytes(of: &address) { bytes -> Int32 in
        guard let raw = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self) else { return -1 }
        return getpeername(descriptor, raw, &size)
      }
      guard code == 0, address.sin_family == sa_family_t(AF_INET) else { return nil }
      return UInt16(bigEndian: address.sin_port)
    }
  }

  /// Counts how often it is asked and cancelled, and never answers.
  final class SilentSource: CurlBodySource {
    let (asked, cancelled) = (Counter(), Counter())

    func next(_ deliver: @escaping @Sendable (Result<Data?, CurlProblem>) -> Void) { asked.add() }
    func cancel() { cancelled.add() }
  }

  /// A body whose pieces are known, or which fails after them.
  final class ScriptedSource: CurlBodySource {
    private let pieces: Locked<[Data]>
    private let failure: (any Error)?

    init(_ pieces: [Data], failure: (any Error)? = nil) {
      (self.pieces, self.failure) = (Locked(pieces.reversed()), failure)
    }

    func next(_ deliver: @escaping @Sendable (Result<Data?, CurlProblem>) -> Void) {
      let piece = pieces.withLock { $0.popLast() }
      guard piece == nil, let failure else { return deliver(.success(piece)) }
      deliver(.failure(.body(failure)))
    }

    func cancel() {}
  }
#endif
