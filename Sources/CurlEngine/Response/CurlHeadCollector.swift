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
  /// True before the first line of a header section, the only one that may be a status line.
  private(set) var expectsStatus = true
  /// The number of bytes received, interim responses included.
  private(set) var total = 0
  private let limit: Int
  private let mayBeHTTP2: Bool

  /// - Parameter mayBeHTTP2: False if the connection cannot speak HTTP/2, so that a status line that says so is a lie.
  init(limit: Int, mayBeHTTP2: Bool = true) {
    (self.limit, self.mayBeHTTP2) = (limit, mayBeHTTP2)
    // Here, by the task that also releases it, and not by the loop, whose memory would have to be locked for that.
    lines.reserve()
  }

  mutating func append(_ line: UnsafeRawBufferPointer) -> Step {
    total += line.count
    guard total <= limit else { return .tooLarge }
    guard !expectsStatus else { return begin(line) }
    guard let first = line.first, first != 13, first != 10 else { return end(line) }
    framing.read(lines.append(line))
    return .more
  }

  /// Begins a header section with its status line.
  private mutating func begin(_ line: UnsafeRawBufferPointer) -> Step {
    guard let line = HTTPStatusLine(line), line.status >= 100 else {
      return .malformed("the response begins with a line that is no valid status line")
    }
    (status, isHTTP2) = (line.status, line.isHTTP2)
    guard mayBeHTTP2 || !isHTTP2 else {
      return .malformed("the response begins with a status line of HTTP/2 on a connection of HTTP/1.1")
    }
    framing = CurlFraming(isHTTP10: line.isHTTP10)
    lines.restart()
    expectsStatus = false
    return .more
  }

  /// Ends a header section with a line that begins with CR or LF, at which libcurl ends it, whatever follows.
  private mutating func end(_ line: UnsafeRawBufferPointer) -> Step {
    guard line.elementsEqual("\r\n".utf8) || line.count == 1 else {
      return .malformed("the header section of the response has a line that begins with CR")
    }
    return endSection()
  }

  /// Ends a header section. After an interim response (1xx, RFC 9110 §15.2) another section follows, except after 101,
  /// which ends HTTP on the connection.
  private mutating func endSection() -> Step {
    if let problem = framing.problem { return .malformed(problem) }
    guard status >= 200 || status == 101 else {
      expectsStatus = true
      return .more
    }
    framing.finish()
    if let problem = framing.problem { return .malformed(problem) }
    isComplete = true
    return .complete
  }
}
