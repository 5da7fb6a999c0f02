#if os(Linux) || os(Android)
  import CurlEngine

  extension CurlRequest {
    /// Checks a request, and prepares it for libcurl.
    convenience init(
      _ request: TransportRequest, _ loops: CurlLoops, in session: CurlSession
    ) throws(NetworkRequestError) {
      let (target, fields) = (request.url, request.headers)
      let (url, method) = (target.absoluteString, request.method.rawValue)
      let isSecure = try request.checkedTarget()
      let body = CurlBodyPlan(request)
      let decodes = loops.configuration.decompresses && Self.decodes(request)
      let (pins, headers, bypassesProxy): (String?, CurlHeaderList, Bool)
      do throws(CurlProblem) {
        let rules = try loops.rules.get()
        bypassesProxy = rules.exceptions.contains(target)
        pins = isSecure ? try rules.pins.option(for: target) : nil
        var extra = Self.extraLines(fields, decodes: decodes, body, of: request)
        if !isSecure, !bypassesProxy, session.settings.proxies.plain != nil {
          extra.append(contentsOf: Self.hostLines(target))
        }
        headers = try fields.withFields { fields throws(CurlProblem) in
          try CurlHeaderList(fields, extra: extra)
        }
      } catch {
        throw error.error(for: request)
      }
      self.init(
        url: url, isSecure: isSecure, method: method, headers: headers, body: body,
        isStreamed: request.delivery != .buffered, decodes: decodes,
        followsRedirects: request.followsRedirects,
        limits: CurlLimits(request, loops), isIdempotent: request.isRepeatable, pins: pins,
        bypassesProxy: bypassesProxy, in: session)
    }

    /// Whether the response is decoded.
    static func decodes(_ request: TransportRequest) -> Bool {
      !ContentCoding.acceptEncodingLines.isEmpty && request.decodes
    }

    /// The `Host` of a request over a connection to a proxy, which carries requests to several hosts: see
    /// `Quirks/BracketedHost.swift`. Left to libcurl for an address with a zone, which is not sent.
    private static func hostLines(_ url: URL) -> [String] {
      let parts = URLParts(url)
      guard !parts.host.utf8.contains(UInt8(ascii: "%")) else { return [] }
      let port = parts.port.flatMap { $0 == 80 ? nil : ":\($0)" } ?? ""
      return ["Host: \(parts.host)\(port)"]
    }

    /// The lines that the transport adds to the fields of the request.
    private static func extraLines(
      _ fields: HTTPHeaders, decodes: Bool, _ body: CurlBodyPlan, of request: TransportRequest
    ) -> [String] {
      let offersCodings = decodes && !fields.contains(.acceptEncoding)
      var lines =
        fields.contains(.userAgent)
        ? offersCodings ? ContentCoding.acceptEncodingLines : []
        : offersCodings ? UserAgent.linesWithCodings : UserAgent.lines
      guard body.isSent else { return lines }
      // Without these lines libcurl would send the Content-Type of a form, and wait a second for `100 Continue`.
      if !fields.contains(.contentType) {
        lines.append(request.body.contentType.map { "Content-Type: \($0)" } ?? "Content-Type:")
      }
      lines.append("Expect:")
      return lines
    }
  }

  extension PinnedKeys {
    /// Returns the pins of the URL's host in libcurl's notation; nil if it has none.
    fileprivate func option(for url: URL) throws(CurlProblem) -> String? {
      do throws(SettingProblem) {
        return try pins(for: url)?.sorted().map { "sha256//\($0)" }.joined(separator: ";")
      } catch {
        throw .option(error.message)
      }
    }
  }

  extension CurlHeaderList {
    /// Copies the fields and lines into a list.
    fileprivate convenience init(
      _ fields: UnsafeBufferPointer<HTTPHeader>, extra: [String]
    ) throws(CurlProblem) {
      var size = 0
      for index in fields.indices {
        size += fields[index].name.rawValue.utf8.count + fields[index].value.utf8.count
      }
      for line in extra { size += line.utf8.count }
      try self.init(lines: fields.count + extra.count, bytes: size) { list in
        for index in fields.indices {
          let (name, value) = (fields[index].name, fields[index].value)
          // An empty User-Agent means none: without a value, libcurl omits the line.
          if value.isEmpty, name == .userAgent {
            list.append("User-Agent:")
          } else {
            list.append(name.rawValue, value)
          }
        }
        for line in extra { list.append(line) }
      }
    }
  }

  /// The lines that a request has without a `User-Agent` of its own, made once.
  private enum UserAgent {
    static let lines = ["User-Agent: \(LibraryVersion.userAgent)"]
    static let linesWithCodings = lines + ContentCoding.acceptEncodingLines
  }

  extension CurlBodyPlan {
    fileprivate init(_ request: TransportRequest) {
      switch request.body.content {
      // POST, PUT and PATCH without a body are sent with a length of 0 (RFC 9110 §8.6).
      case .none: self = Self.expectsLength(request.method) ? .empty : .none
      case .data(let data): self = .data(data)
      case .file(_, let length) where length == 0: self = .empty
      case .file(let url, let length):
        let origin = CurlBodyOrigin(isReplayable: true) { CurlFileSource(url, length: length) }
        self = .source(origin, length: length)
      case .stream(let stream) where stream.length == 0: self = .empty
      case .stream(let stream):
        let origin = CurlBodyOrigin(isReplayable: stream.isReplayable) { CurlStreamSource(stream) }
        self = .source(origin, length: stream.length)
      }
    }

    private static func expectsLength(_ method: HTTPMethod) -> Bool {
      method == .post || method == .put || method == .patch
    }
  }

  extension CurlLimits {
    init(_ request: TransportRequest, _ loops: CurlLoops) {
      let (timeout, bound) = (request.options.timeout, loops.configuration.common.idleTimeout)
      self.init(
        idle: timeout.map { min($0, bound ?? $0) } ?? bound,
        body: request.delivery == .buffered
          ? request.options.maximumBodySize : loops.configuration.maximumStreamedSize ?? .max,
        head: loops.configuration.maximumHeaderSize)
    }
  }

  /// One pass over a stream. Each chunk is read by a new task.
  ///
  /// `@unchecked Sendable` because one task at a time uses `iterator`: `next` is called again only after the last chunk was
  /// delivered.
  final class CurlStreamSource: CurlBodySource, @unchecked Sendable {
    private var iterator: ByteStream.AsyncIterator?
    private let stream: BodyStream
    private let task = Locked<Task<Void, Never>?>(nil)

    init(_ stream: BodyStream) { self.stream = stream }

    func next(_ deliver: @escaping @Sendable (Result<Data?, CurlProblem>) -> Void) {
      let reading = Task { deliver(await self.read()) }
      task.withLock { $0 = reading }
    }

    func cancel() {
      guard let reading = task.withLock({ $0 }) else { return }
      // The loop must not wait for the source's own cancellation handlers.
      BlockingQueue.callbacks.submit { reading.cancel() }
    }

    private func read() async -> Result<Data?, CurlProblem> {
      do throws(NetworkRequestError) {
        // Here, because the function that makes the stream is the user's as well.
        var pass = iterator ?? stream.makeStream().makeAsyncIterator()
        defer { iterator = pass }
        return .success(try await pass.next())
      } catch {
        return .failure(.body(error))
      }
    }
  }

  /// One pass over a file, read in chunks of 512 KiB on a queue that may block.
  final class CurlFileSource: CurlBodySource {
    private static let chunkSize = 512 << 10

    private let url: URL
    private let length: Int64?
    private let queue = BlockingQueue("requisite.curl.upload")
    private let reader = Locked<FileReader?>(nil)

    init(_ url: URL, length: Int64?) {
      self.url = url
      self.length = length
    }

    func next(_ deliver: @escaping @Sendable (Result<Data?, CurlProblem>) -> Void) {
      queue.submit { deliver(self.chunk()) }
    }

    func cancel() {}

    private func chunk() -> Result<Data?, CurlProblem> {
      do throws(NetworkRequestError) {
        let reader = try reader.withLock { reader throws(NetworkRequestError) in
          if let reader { return reader }
          let opened = try FileReader(FilePart(url: url, length: length))
          reader = opened
          return opened
        }
        return .success(try reader.next(Self.chunkSize))
      } catch {
        return .failure(.body(error))
      }
    }
  }

  /// Reports the progress of a transfer. Used only by the thread of its loop.
  final class CurlProgress: CurlTransferObserver {
    private var meter: ProgressMeter
    private let report: @Sendable (TransferProgress) -> Void

    init(_ request: TransportRequest, _ report: @escaping @Sendable (TransferProgress) -> Void) {
      self.report = report
      meter = ProgressMeter(request)
    }

    func sent(_ count: Int, at now: UInt64) {
      if let progress = meter.sent(meter.progress.bytesSent + Int64(count), at: now) { report(progress) }
    }

    func rewound() { meter.rewind() }

    func received(_ count: Int, of total: Int64, at now: UInt64) {
      if let progress = meter.received(count, of: total, at: now) { report(progress) }
    }

    func finished(sent: Int64, received: Int64) {
      var progress = meter.progress
      (progress.bytesSent, progress.bytesReceived) = (sent, received)
      report(progress)
    }
  }
#endif
