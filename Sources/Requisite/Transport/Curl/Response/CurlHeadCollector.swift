#if os(Linux)
  /// Collects the header lines that libcurl delivers.
  ///
  /// The collector does not change after the section is complete, so the reader of a stream may use it then.
  struct CurlHeadCollector: ~Copyable {
    enum Step {
      case more
      /// The line was the empty line after the final header section.
      case complete
      case tooLarge
      /// The section has this fault, so the end of the body is uncertain.
      case malformed(String)
    }

    /// The lines of the current header section after its status line; the final section's once `isComplete` is true.
    private(set) var lines = HTTPHeaderLines()
    private(set) var isComplete = false
    private(set) var status = 0
    private(set) var isHTTP2 = false
    private(set) var framing = CurlFraming()
    /// The number of bytes received, interim responses included.
    private(set) var total = 0
    private let limit: Int

    init(limit: Int) {
      self.limit = limit
    }

    mutating func append(_ line: UnsafeRawBufferPointer) -> Step {
      total += line.count
      guard total <= limit else { return .tooLarge }
      if line.count <= 2 { return endSection() }
      if let status = Self.status(of: line) {
        self.status = status
        isHTTP2 = line[5] == UInt8(ascii: "2")
        framing = CurlFraming()
        lines.restart()
      } else {
        framing.read(lines.append(line))
      }
      return .more
    }

    /// Ends a header section. After an interim response (1xx, RFC 9110 §15.2) another section follows, except after 101,
    /// which ends HTTP on the connection.
    private mutating func endSection() -> Step {
      guard status >= 200 || status == 101 else { return .more }
      framing.finish()
      if let problem = framing.problem { return .malformed(problem) }
      isComplete = true
      return .complete
    }

    /// Returns the status code of a status line, 0 if the code is not three digits, or nil for any other line.
    private static func status(of line: UnsafeRawBufferPointer) -> Int? {
      guard line.count > 8, line[4] == UInt8(ascii: "/"), line.starts(with: "HTTP".utf8) else { return nil }
      guard let space = line.firstIndex(of: UInt8(ascii: " ")) else { return 0 }
      let code = line[(space + 1)...].prefix { (48...57).contains($0) }
      return code.count == 3 ? code.reduce(0) { $0 * 10 + Int($1) - 48 } : 0
    }
  }
#endif
