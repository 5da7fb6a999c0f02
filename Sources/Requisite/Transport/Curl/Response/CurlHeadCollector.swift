#if os(Linux)
  /// Keeps the lines of the header section as libcurl hands them over; reading them is left to the one who waits for the response.
  ///
  /// It is not changed any more when the section is complete: whoever reads a stream may look at it then.
  struct CurlHeadCollector: ~Copyable {
    enum Step {
      case more
      /// That was the empty line behind the final header section.
      case complete
      case tooLarge
      /// What is wrong with the section, so that where the body ends cannot be known.
      case malformed(String)
      case outOfMemory
    }

    /// The lines of the final header section, the status line first.
    private(set) var lines = CurlBuffer()
    private(set) var isComplete = false
    private(set) var status = 0
    private(set) var isHTTP2 = false
    private(set) var framing = CurlFraming()
    /// How many bytes came, interim responses included.
    private(set) var total = 0
    private let limit: Int

    init(limit: Int) {
      self.limit = limit
    }

    /// What most header sections need, so that they are written without being moved.
    private static let usualSize = 1024

    mutating func append(_ line: UnsafeRawBufferPointer) -> Step {
      total += line.count
      guard total <= limit else { return .tooLarge }
      if line.count <= 2 { return endSection() }
      if let status = Self.status(of: line) {
        lines.removeAll()
        self.status = status
        isHTTP2 = line[5] == UInt8(ascii: "2")
        framing = CurlFraming()
        guard lines.reserve(Self.usualSize) else { return .outOfMemory }
      } else {
        framing.read(line)
      }
      return lines.append(line) ? .more : .outOfMemory
    }

    /// 1xx is a response before the response (RFC 9110 §15.2), all but 101, which ends HTTP on the connection.
    private mutating func endSection() -> Step {
      guard status >= 200 || status == 101 else { return .more }
      framing.finish()
      if let problem = framing.problem { return .malformed(problem) }
      isComplete = true
      return .complete
    }

    /// The status code where the line is a status line.
    private static func status(of line: UnsafeRawBufferPointer) -> Int? {
      guard line.count > 8, line[4] == UInt8(ascii: "/"), line.prefix(4).elementsEqual("HTTP".utf8) else {
        return nil
      }
      guard let space = line.firstIndex(of: UInt8(ascii: " ")) else { return 0 }
      let code = line[(space + 1)...].prefix { (48...57).contains($0) }
      return code.count == 3 ? code.reduce(0) { $0 * 10 + Int($1) - 48 } : 0
    }
  }
#endif
