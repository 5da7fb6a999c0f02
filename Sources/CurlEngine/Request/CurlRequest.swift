import CRequisiteCurl

/// A request prepared for libcurl. The caller's thread prepares it, to keep the loop's thread free.
package final class CurlRequest: Sendable {
  let url: String
  let isSecure: Bool
  let method: String
  let headers: CurlHeaderList
  let body: CurlBodyPlan
  let isStreamed: Bool
  let decodes: Bool
  /// Whether the body of a redirect is read while it arrives, because its caller goes on without it.
  let followsRedirects: Bool
  let limits: CurlLimits
  let isIdempotent: Bool
  let pins: String?
  /// Whether the request is sent without the proxy of the session.
  let bypassesProxy: Bool
  /// Whether the connection may speak HTTP/2.
  let mayBeHTTP2: Bool
  /// Whether a body that ends with the connection is complete only after a `close_notify` alert of TLS.
  let needsCloseNotify: Bool
  /// Whether a body that ends with the connection is complete without that alert.
  let acceptsMissingCloseNotify: Bool

  /// Prepares a request. Nothing is checked but by libcurl: the URL must be http or https with a host, the method a token.
  ///
  /// - Parameters:
  ///   - isSecure: Whether the URL is https.
  ///   - isStreamed: Whether the body of the response is read while it arrives, or collected in memory.
  ///   - decodes: Whether the content codings of the response are undone.
  ///   - followsRedirects: Whether the body of a redirect is read while it arrives, whatever `isStreamed`.
  ///   - isIdempotent: Whether sending the request twice has the effect of sending it once (RFC 9110 §9.2.2).
  ///   - pins: The public keys that the server may have, in libcurl's notation; nil if any.
  ///   - bypassesProxy: Whether the request is sent without the proxy of the session.
  ///   - session: The session that is to send it.
  package init(
    url: String, isSecure: Bool, method: String, headers: CurlHeaderList, body: CurlBodyPlan,
    isStreamed: Bool, decodes: Bool, followsRedirects: Bool = false, limits: CurlLimits, isIdempotent: Bool,
    pins: String?, bypassesProxy: Bool = false, in session: CurlSession
  ) {
    self.url = url
    self.isSecure = isSecure
    self.method = method
    self.headers = headers
    self.body = body
    self.isStreamed = isStreamed
    self.decodes = decodes
    self.limits = limits
    self.isIdempotent = isIdempotent
    self.pins = pins
    self.bypassesProxy = bypassesProxy
    self.followsRedirects = followsRedirects
    acceptsMissingCloseNotify = isSecure && session.settings.acceptsMissingCloseNotify
    needsCloseNotify = isSecure && !acceptsMissingCloseNotify && CurlLibrary.usable?.isOpenSSL == true
    mayBeHTTP2 = CurlLibrary.usable.map { session.settings.mayUseHTTP2(isSecure: isSecure, $0) } ?? false
  }
}

/// The way in which the body of a request is given to libcurl.
package enum CurlBodyPlan: Sendable {
  /// No body, and no Content-Length.
  case none
  /// An empty body with `Content-Length: 0`.
  case empty
  /// A body that libcurl copies and sends together with the header section.
  case small(Data)
  /// A body that libcurl reads from memory while it is sent.
  case memory(Data)
  /// A body that is read from its source while it is sent; `length` is nil if it is unknown.
  case source(CurlBodyOrigin, length: Int64?)

  /// The most bytes of a `small` body: libcurl sends no more together with the header section.
  private static let smallLimit = 65_536

  /// The plan for a body in memory.
  package static func data(_ data: Data) -> CurlBodyPlan {
    data.isEmpty ? .empty : data.count <= smallLimit ? .small(data) : .memory(data)
  }

  /// Whether the request has a body that is not empty.
  var hasBytes: Bool {
    switch self {
    case .none, .empty: false
    case .small, .memory, .source: true
    }
  }

  /// Whether the request has a body; true for an empty one.
  package var isSent: Bool {
    if case .none = self { false } else { true }
  }
}

/// The limits of a transfer: the idle time, and the bytes of body and header section.
package struct CurlLimits: Sendable {
  let idle: Limit?
  /// The most bytes of the response's body, before and after decompression.
  let body: Int
  let head: Int

  package init(idle: Duration?, body: Int, head: Int) {
    self.idle = idle.map(Limit.init)
    self.body = body
    self.head = head
  }

  /// A time limit, as configured and in nanoseconds.
  struct Limit: Sendable {
    let duration: Duration
    let nanoseconds: UInt64

    init(_ duration: Duration) {
      self.duration = duration
      nanoseconds = duration.clampedNanoseconds
    }
  }
}

extension Duration {
  /// The duration in nanoseconds: 0 if it is negative, `Int64.max` if it is 9 000 000 000 seconds or longer.
  var clampedNanoseconds: UInt64 {
    guard self < .seconds(9_000_000_000) else { return UInt64(Int64.max) }
    let (seconds, attoseconds) = max(self, .zero).components
    return UInt64(seconds) * 1_000_000_000 + UInt64(attoseconds / 1_000_000_000)
  }

  /// The duration in milliseconds, rounded up and limited to what libcurl accepts: from 1 ms to 24 days.
  var clampedMilliseconds: Int {
    Int(min(max(1, (clampedNanoseconds + 999_999) / 1_000_000), UInt64(Int32.max)))
  }

  /// The duration in seconds, rounded down and limited to the same: from 1 s, because libcurl takes 0 for no limit, to 24 days.
  var clampedSeconds: Int { max(1, clampedMilliseconds / 1000) }
}

/// Header lines as a libcurl list (`curl_slist`), in one block of memory: first the nodes, then the text of the lines.
/// libcurl only reads the list.
///
/// `@unchecked Sendable` because the list does not change after `init`, and this object alone owns the memory.
package final class CurlHeaderList: @unchecked Sendable {
  /// The first node; nil for an empty list.
  let first: rq_slist?

  /// Makes a list.
  ///
  /// - Parameters:
  ///   - count: The number of lines that `write` appends.
  ///   - size: The number of bytes in all names, values and lines that it appends.
  /// - Throws: `.option` if a line contains CR, LF or NUL, or if other lines were appended than announced.
  package init(
    lines count: Int, bytes size: Int, _ write: (inout CurlHeaderWriter) -> Void
  ) throws(CurlProblem) {
    guard count > 0 else {
      first = nil
      return
    }
    // After each line ": " or less, and NUL.
    let size = count * (MemoryLayout<rq_header_node>.stride + 3) + size
    guard let memory = malloc(size) else {
      throw .library(code: .outOfMemory, detail: "there is no memory for the header fields")
    }
    var writer = CurlHeaderWriter(UnsafeMutableRawBufferPointer(start: memory, count: size), lines: count)
    write(&writer)
    // No line may become two.
    guard writer.isComplete else {
      free(memory)
      throw .option("a header field contains CR, LF or NUL")
    }
    first = memory
  }

  deinit { free(first) }
}

/// Writes the lines of a list into its memory.
package struct CurlHeaderWriter {
  private let nodes: UnsafeMutableBufferPointer<rq_header_node>
  private let text: UnsafeMutableBufferPointer<UInt8>
  private var (line, end) = (0, 0)
  /// True if no line contains CR, LF or NUL, and all had room.
  private var isSafe = true

  fileprivate init(_ memory: UnsafeMutableRawBufferPointer, lines: Int) {
    let size = lines * MemoryLayout<rq_header_node>.stride
    nodes = UnsafeMutableRawBufferPointer(rebasing: memory[..<size]).bindMemory(to: rq_header_node.self)
    text = UnsafeMutableRawBufferPointer(rebasing: memory[size...]).bindMemory(to: UInt8.self)
  }

  /// True if all lines are written, and each is one line.
  fileprivate var isComplete: Bool { isSafe && line == nodes.count }

  /// Appends a field.
  package mutating func append(_ name: String, _ value: String) {
    let start = end
    write(name)
    // libcurl omits the field for "Name:" and blanks, and sends it with an empty value for "Name;". Blanks at the ends of a value
    // are not part of it (RFC 9110 §5.5).
    let isBlank = value.withBytes { $0.allSatisfy { $0 == 32 || $0 == 9 } }
    write(isBlank ? ";" : ": ")
    if !isBlank { write(value) }
    endLine(from: start)
  }

  /// Appends a line. One that ends with a colon removes a field that libcurl would otherwise send.
  package mutating func append(_ line: String) {
    let start = end
    write(line)
    endLine(from: start)
  }

  private mutating func write(_ part: String) {
    end = part.withBytes { bytes in
      // The NUL needs room as well.
      guard bytes.count < text.count - end else { return text.count }
      return text[end...].update(fromContentsOf: bytes)
    }
  }

  private mutating func endLine(from start: Int) {
    guard line < nodes.count, end < text.count else { return isSafe = false }
    let (bytes, range) = (UnsafeRawBufferPointer(text), start..<end)
    if bytes.firstIndex(of: 0, in: range) != nil || bytes.firstIndex(of: 10, in: range) != nil
      || bytes.firstIndex(of: 13, in: range) != nil
    {
      isSafe = false
    }
    text[end] = 0
    end += 1
    let last = line == nodes.count - 1
    let content = text.baseAddress.map { UnsafeRawPointer($0 + start).assumingMemoryBound(to: CChar.self) }
    let next = nodes.baseAddress.map { $0 + line + 1 }
    nodes.initializeElement(at: line, to: rq_header_node(line: content, next: last ? nil : next))
    line += 1
  }
}
