import CRequisiteCurl
import Synchronization

// Concerns: libcurl's HTTP/2, in all versions.
// Seen: a body that RST_STREAM(NO_ERROR) cuts is reported as complete; up to 8.18, refused streams are not reported; up to 8.22,
//   complete responses are lost if the connection fails after them, or the rest of the request cannot be sent; up to 8.12, a
//   connection that fails within a body ends by the idle timeout only.
// Known: curl issues 986 and 15316 (early responses), 6015 (a reset with NO_ERROR is a success).
// Here: libcurl logs each frame (`curl_global_trace`, from 8.3 on), and the log says which streams have ended or were refused. Its
//   text is libcurl's own affair: it is read here alone, and HTTP/2 is not used where it cannot be read.
// Shown by: HTTP2LogTests, CurlCutStreamTests, CurlEarlyResponseTests, CurlMixedCallTests and ServerFaultTests, with
//   `.ci/old-libcurl http2`.
// Can go: when libcurl reports all of that itself.

extension CurlLibrary {
  /// When HTTP/2 may be used.
  enum HTTP2: Sendable {
    case never
    /// By choice, and with an idle timeout: nothing else ends a call whose connection fails within a body.
    case optIn
    /// Of itself, where the server selects it.
    case byDefault
  }

  /// When HTTP/2 may be used with this libcurl, by what was measured with 8.1.2 to 8.23: see the article on transports.
  var http2: HTTP2 {
    guard logsFrames, !HTTP2Log.isUnreadable.load(ordering: .relaxed) else { return .never }
    return number >= 0x08_0E_00 ? .byDefault : .optIn
  }
}

/// A line of libcurl's log about an HTTP/2 stream, or about the connection, which is stream 0.
struct HTTP2Log {
  enum Event: Equatable {
    /// The request goes out on the stream.
    case opened
    case headers(isEnd: Bool)
    /// `count` bytes of the body.
    case data(count: Int, isEnd: Bool)
    case reset(error: Int)
    /// The server has processed no stream above `last`, which is nil if the line does not say it.
    case goAway(last: Int?)
  }

  let stream: Int
  let event: Event

  /// True once a response has come over HTTP/2 of which the log has shown no frame that can be read. HTTP/2 is not used for new
  /// connections from then on.
  static let isUnreadable = Atomic(false)

  /// Says once on standard error that HTTP/2 is not used any more.
  static func reportUnknownFormat() {
    guard !isUnreadable.exchange(true, ordering: .relaxed) else { return }
    let version = CurlLibrary.usable?.version ?? ""
    StandardError.write(
      "Requisite: the log of libcurl \(version) has an unknown form; new connections speak HTTP/1.1")
  }

  /// Reads a line such as `[HTTP/2] [1] <- FRAME[DATA, len=4, eos=0, padlen=0]`; nil for any that says nothing of interest.
  init?(_ line: UnsafeRawBufferPointer) {
    var rest = Reader(bytes: line[...])
    guard rest.take("[HTTP/2] ["), let stream = rest.number(), rest.take("] ") else { return nil }
    self.stream = stream
    if rest.take("OPENED stream ") {
      event = .opened
    } else if rest.take("<- FRAME["), let event = Self.frame(&rest) {
      self.event = event
    } else {
      return nil
    }
  }

  private static func frame(_ rest: inout Reader) -> Event? {
    if rest.take("DATA, len=") {
      guard let count = rest.number(), rest.take(", eos="), let isEnd = rest.number(), rest.take(", padlen="),
        let padding = rest.number(), padding <= count
      else { return nil }
      return .data(count: count - padding, isEnd: isEnd == 1)
    }
    if rest.take("HEADERS, len=") {
      guard rest.number() != nil, rest.take(", hend="), rest.number() != nil, rest.take(", eos="),
        let isEnd = rest.number()
      else { return nil }
      return .headers(isEnd: isEnd == 1)
    }
    if rest.take("RST_STREAM, len=") {
      guard rest.number() != nil, rest.take(", flags="), rest.number() != nil, rest.take(", error="),
        let error = rest.number()
      else { return nil }
      return .reset(error: error)
    }
    return rest.take("GOAWAY, ") ? .goAway(last: rest.last("last_stream=")) : nil
  }

  /// Reads texts and numbers one after another.
  private struct Reader {
    var bytes: Slice<UnsafeRawBufferPointer>

    /// Goes on after the text, if it is what follows.
    mutating func take(_ text: StaticString) -> Bool {
      let text = UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
      guard bytes.starts(with: text) else { return false }
      bytes = bytes.dropFirst(text.count)
      return true
    }

    /// The decimal number that follows; nil for none, or one of more than ten digits.
    mutating func number() -> Int? {
      var (value, digits) = (0, 0)
      while let byte = bytes.first, (48...57).contains(byte), digits < 10 {
        (value, digits) = (value * 10 + Int(byte - 48), digits + 1)
        bytes = bytes.dropFirst()
      }
      return digits > 0 && bytes.first.map { !(48...57).contains($0) } != false ? value : nil
    }

    /// The number after the last occurrence of the text: before it stands what the server wrote.
    func last(_ text: String) -> Int? {
      guard bytes.count < 512 else { return nil }
      let line = String(decoding: bytes, as: UTF8.self)
      guard let range = line.ranges(of: text).last else { return nil }
      return Int(line[range.upperBound...].prefix { $0.isNumber })
    }
  }
}

/// What the log has said about the HTTP/2 stream of a transfer.
struct HTTP2Stream {
  /// The number of the stream; 0 before there is one.
  var number = 0
  /// Whether a header section has arrived.
  private(set) var hasHead = false
  /// Whether END_STREAM has arrived.
  private(set) var hasEnded = false
  /// Whether the server has reset the stream.
  private(set) var wasReset = false
  /// Whether the server has refused the stream, by REFUSED_STREAM or by a GOAWAY that names an earlier stream as the last one: it
  /// has not processed the request (RFC 9113 §8.7).
  private(set) var wasRefused = false
  /// The number of bytes of the body that have arrived in frames.
  private(set) var received = 0

  mutating func note(_ event: HTTP2Log.Event) {
    switch event {
    case .opened: break
    case .headers(let isEnd): (hasHead, hasEnded) = (true, hasEnded || isEnd)
    case .data(let count, let isEnd): (received, hasEnded) = (received + count, hasEnded || isEnd)
    case .reset(let error): (wasReset, wasRefused) = (true, wasRefused || error == 7)
    case .goAway(let last): wasRefused = wasRefused || number > last ?? .max
    }
  }
}

extension CurlHandle {
  /// Passes on what a line of the log says, which libcurl gives to any transfer of the connection.
  func receivedLog(_ line: HTTP2Log) {
    switch line.event {
    case .opened:
      stream.number = line.stream
      connection?.streams[line.stream] = self
      if connection?.receivedGoAway == true { stream.note(.goAway(last: connection?.lastStream)) }
    case .goAway(let last):
      connection?.receivedGoAway = true
      connection?.lastStream = [last, connection?.lastStream].compactMap(\.self).min()
      for handle in connection.map({ Array($0.streams.values) }) ?? [self] { handle.stream.note(line.event) }
    default:
      (line.stream == stream.number ? self : connection?.streams[line.stream])?.stream.note(line.event)
    }
  }
}

extension CurlTransfer {
  /// Whether END_STREAM and all bytes before it have arrived.
  var hasWholeStream: Bool {
    guard head.isHTTP2, let stream = handle?.stream else { return false }
    return stream.hasEnded && stream.received == arrivedBody
  }

  /// The problem of an HTTP/2 response that libcurl reports as complete, although its stream has not ended and no length says
  /// that the body is whole.
  var truncatedStream: CurlProblem? {
    guard head.isHTTP2, mayHaveBody, let handle, !handle.stream.hasEnded,
      handle.contentLength != Int64(arrivedBody)
    else { return nil }
    return .library(
      code: .http2Stream, detail: "the server reset the HTTP/2 stream before the end of the response")
  }
}

extension CurlOptions {
  /// libcurl ends an HTTP/2 connection on which the server makes an error (RFC 9113 §5.4.1), but looks at its transfers only
  /// when something wakes them. To measure their speed, it looks at each once a second. The limit itself ends a transfer
  /// that was silent for 18 hours, the longest time that libcurl takes.
  func measureSpeed(of handle: CurlHandle, isOn: Bool) throws(CurlProblem) {
    try handle.set(.lowSpeedLimit, isOn)
    try handle.set(.lowSpeedTime, 65_535)
  }
}
