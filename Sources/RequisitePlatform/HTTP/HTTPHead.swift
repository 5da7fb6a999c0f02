/// Reads the header lines of a response as they arrive: those that libcurl delivers, and those of a stub.
///
/// The collector does not change after the section is complete, so the reader of a stream may use it then.
package struct HTTPHeadCollector: ~Copyable {
  package enum Step {
    case more
    /// The line was the empty line after the final header section.
    case complete
    case tooLarge
    /// The section has this fault, so the end of the body is uncertain.
    case malformed(String)
  }

  /// The lines of the current header section after its status line; the final section's once `isComplete` is true.
  package private(set) var lines = HTTPHeaderLines()
  package private(set) var isComplete = false
  package private(set) var status = 0
  package private(set) var isHTTP2 = false
  package private(set) var isHTTP10 = false
  package private(set) var framing = HTTPFraming()
  /// True before the first line of a header section, the only one that may be a status line.
  package private(set) var expectsStatus = true
  /// The number of bytes received, interim responses included.
  package private(set) var total = 0
  private let limit: Int
  private let mayBeHTTP2: Bool

  /// - Parameter mayBeHTTP2: False if the connection cannot speak HTTP/2, so that a status line that says so is a lie.
  package init(limit: Int, mayBeHTTP2: Bool = true) {
    self.limit = limit
    self.mayBeHTTP2 = mayBeHTTP2
    // Here, by the task that also releases it, and not by the loop, whose memory would have to be locked for that.
    lines.reserve()
  }

  package mutating func append(_ line: UnsafeRawBufferPointer) -> Step {
    total += line.count
    guard total <= limit else { return .tooLarge }
    guard !expectsStatus else { return begin(line) }
    guard let first = line.first, first != 13, first != 10 else { return end(line) }
    framing.read(lines.append(line))
    return .more
  }

  /// Begins a header section with its status line.
  private mutating func begin(_ line: UnsafeRawBufferPointer) -> Step {
    guard let line = HTTPStatusLine(line), line.isHTTP1 || line.isHTTP2, line.status >= 100 else {
      return .malformed("the response begins with a line that is no valid status line")
    }
    (status, isHTTP2, isHTTP10) = (line.status, line.isHTTP2, line.isHTTP10)
    guard mayBeHTTP2 || !isHTTP2 else {
      return .malformed("the response begins with a status line of HTTP/2 on a connection of HTTP/1.1")
    }
    framing = HTTPFraming(isHTTP10: line.isHTTP10)
    lines.restart()
    expectsStatus = false
    return .more
  }

  /// Ends a header section with a line that begins with CR or LF, at which libcurl ends it, whatever follows. After an interim
  /// response (1xx, RFC 9110 §15.2) another section follows, except after 101, which ends HTTP on the connection.
  private mutating func end(_ line: UnsafeRawBufferPointer) -> Step {
    guard line.elementsEqual("\r\n".utf8) || line.count == 1 else {
      return .malformed("the header section of the response has a line that begins with CR")
    }
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

/// A strict reader of the fields that determine where the body ends (RFC 9112 §6).
///
/// libcurl is more lenient: it overlooks `Content-Length : 5` and folded fields, takes the last of several lengths, and
/// decodes transfer codings that the request did not ask for. A response that libcurl could read differently is refused
/// before any byte of its body is delivered.
package struct HTTPFraming {
  /// The first fault of the header section, or nil.
  package private(set) var problem: String?
  private var length: Int64?
  private var isChunked = false
  /// The length of a body that ends neither with its last chunk nor with the connection.
  package var bodyLength: Int64? { isChunked ? nil : length }
  private var isIdentity = false
  /// The length of a body that also has the coding `identity`.
  package var countedLength: Int64? { isIdentity && !isChunked ? length : nil }
  /// True if the section has a Content-Encoding.
  package private(set) var hasContentCoding = false
  /// True if the body ends with the connection: there is neither a length nor a chunked coding.
  package var endsWithConnection: Bool { length == nil && !isChunked }
  private var hasFields = false
  private var wasFraming = false
  private let isHTTP10: Bool
  private let section: String

  /// - Parameter isHTTP10: True if the status line says HTTP/1.0, which has no transfer codings.
  package init(isHTTP10: Bool = false) { (self.isHTTP10, section) = (isHTTP10, "header section") }

  private init(section: String) { (isHTTP10, self.section) = (false, section) }

  /// A reader of the trailers, in which fields about framing have no meaning (RFC 9110 §6.5.1) but must be as valid.
  package static var trailers: HTTPFraming { HTTPFraming(section: "trailer section") }

  /// Reads a header line. After the first fault, further lines are ignored.
  package mutating func read(_ line: HTTPHeaderLine) {
    guard problem == nil else { return }
    // Some readers end the line at CR or NUL, others do not (RFC 9110 §5.5).
    let whole = 0..<line.bytes.count
    guard line.bytes.firstIndex(of: 0, in: whole) == nil, line.bytes.firstIndex(of: 13, in: whole) == nil
    else {
      return refuse("has a CR or NUL within a line")
    }
    guard !line.isFolded else { return readContinuation() }
    guard line.colon != nil else { return refuse("has a line without a colon") }
    let name = line.name
    guard Token.isValid(name) else {
      return refuse("has a field name that is not a token, or white space after it")
    }
    (hasFields, wasFraming) = (true, true)
    // Most names differ in their length already.
    switch name.count {
    case 16 where ASCII.equalIgnoringCase(name, lowercased: "content-encoding"):
      (hasContentCoding, wasFraming) = (true, false)
    case 14 where ASCII.equalIgnoringCase(name, lowercased: "content-length"):
      readLength(line.value)
    case 17 where ASCII.equalIgnoringCase(name, lowercased: "transfer-encoding"):
      readCoding(line.value)
    default: wasFraming = false
    }
  }

  /// Checks the complete header section.
  package mutating func finish() {
    // RFC 9112 §6.3: possibly an attempt to smuggle a response.
    if isChunked, length != nil { refuse("has both a Transfer-Encoding and a Content-Length") }
    // RFC 9112 §6.1: the framing is faulty, and other readers take the chunks for the body.
    if isChunked, isHTTP10 { refuse("has a Transfer-Encoding, which HTTP/1.0 lacks") }
  }

  /// Reads a folded line (RFC 9112 §5.2). It continues the field before, which must not be a framing field.
  private mutating func readContinuation() {
    if !hasFields || wasFraming { refuse("has a folded line where its framing stands") }
  }

  /// Reads a Content-Length, which must consist of digits and equal any earlier one.
  private mutating func readLength(_ value: UnsafeRawBufferPointer) {
    let digits = String(decoding: value, as: UTF8.self)
    guard value.allSatisfy({ (48...57).contains($0) }), let new = Int64(digits), length ?? new == new else {
      let lengths = (length.map { ["\($0)"] } ?? []) + [digits]
      return refuse("has an invalid Content-Length: \(lengths.joined(separator: ", ").prefix(80))")
    }
    length = new
  }

  /// Reads a Transfer-Encoding: `chunked` once, or the obsolete `identity`. No other coding was requested. Empty members
  /// of the list are skipped (RFC 9110 §5.6.1), but a list without any coding is refused.
  private mutating func readCoding(_ value: UnsafeRawBufferPointer) {
    let codings = HTTPQuoting.list(String(decoding: value, as: UTF8.self))
    for coding in codings where isChunked || !ASCII.equalIgnoringCase(String(coding), "identity") {
      guard ASCII.equalIgnoringCase(String(coding), "chunked"), !isChunked else {
        return refuseCoding(value)
      }
      isChunked = true
    }
    isIdentity = true
    if codings.isEmpty { refuseCoding(value) }
  }

  private mutating func refuseCoding(_ value: UnsafeRawBufferPointer) {
    let coding = String(decoding: value.prefix(80), as: UTF8.self)
    refuse("has a Transfer-Encoding that the request does not accept: \(coding)")
  }

  private mutating func refuse(_ message: String) {
    if problem == nil { problem = "the \(section) of the response \(message)" }
  }
}
