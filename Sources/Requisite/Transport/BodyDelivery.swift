extension TransportResponse {
  /// True if the body is in the form that the request asks for, and there is nothing to validate: for nearly every response.
  func isDelivered(for request: TransportRequest) -> Bool {
    guard status != 206, bodyFailure == nil else { return false }
    return switch (body, request.delivery) {
    case (.data(let data), .buffered), (.data(let data), .opened):
      data.count <= request.options.maximumBodySize
    case (.stream, .streamed), (.file, _): true
    default: false
    }
  }

  /// Returns the response with its body in the form that the request asks for: the same for all terminal transports, the cache
  /// and stubs.
  ///
  /// A body in memory has at most ``RequestOptions/maximumBodySize`` bytes, a part (206) is the one that was asked for, and a
  /// file appears at its destination when it is complete. The body of an error or a redirect goes to memory, not to the file; if it
  /// broke off, its status decides, and ``bodyFailure`` has the error.
  ///
  /// - Parameter file: The file of the request, if it has been created.
  /// - Throws: The error that broke off the body; ``NetworkRequestError/bodyTooLarge(_:request:)``;
  ///   ``NetworkRequestError/urlSessionFailed(_:)`` with `.badServerResponse` for another part, or with the code of a file that
  ///   cannot be written.
  package func delivered(
    for request: TransportRequest, to file: TransferFile? = nil
  ) async throws(NetworkRequestError) -> TransportResponse {
    if case .file = body { return self }
    if let problem = request.problem(ofStatus: status, headers) { throw request.badResponse(problem) }
    let source = partChecked(bodyStream, of: request)
    var response = self
    response.bodyFailure = nil
    switch request.delivery {
    case .streamed:
      response.body = .stream(source)
      return response
    case .file where TransferFile.accepts(status, of: request):
      guard let file = if let file { file } else { try await TransferFile.open(for: request) } else {
        return self
      }
      response.body = .file(try await file.receive(source))
    case .buffered, .file, .opened: try await response.collect(source, for: request)
    }
    if let end = source.end {
      response.trailers = end.trailers
      response.timings = end.timings ?? timings
    }
    return response
  }

  /// The body as a stream, which throws ``bodyFailure`` at its end.
  package var bodyStream: ByteStream {
    switch body {
    case .stream(let stream): return stream
    case .file(let url): return .file(url)
    case .data(let data):
      let (pull, failure) = (ByteStream(data).makeAsyncIterator().pull, bodyFailure)
      let (isOver, end) = (Locked(false), ByteStream.End(trailers: trailers, timings: timings))
      return ByteStream(end: { isOver.withLock(\.self) ? end : nil }) {
        () async throws(NetworkRequestError) -> Data? in
        if let chunk = try await pull() { return chunk }
        if let failure { throw failure }
        isOver.withLock { $0 = true }
        return nil
      }
    }
  }

  /// Returns the stream of a part, which fails at its end if it is not as long as its `Content-Range` says.
  private func partChecked(_ stream: ByteStream, of request: TransportRequest) -> ByteStream {
    guard status == 206 else { return stream }
    let (pull, received, headers) = (stream.makeAsyncIterator().pull, Locked(0), headers)
    return ByteStream(continuing: stream) { () async throws(NetworkRequestError) -> Data? in
      if let chunk = try await pull() {
        received.withLock { $0 += chunk.count }
        return chunk
      }
      let count = received.withLock(\.self)
      if let problem = request.problem(ofPart: count, headers) { throw request.badResponse(problem) }
      return nil
    }
  }

  /// Collects the body in memory. If it breaks off, or is too large, the status decides the call if it is not accepted, means that
  /// there is no value, or is a redirect: a 500 whose body is too large is a 500, and a 404 whose body was cut short is not
  /// retried. A call that was cancelled, exceeded its deadline or could not be sent fails in any case.
  private mutating func collect(
    _ stream: ByteStream, for request: TransportRequest
  ) async throws(NetworkRequestError) {
    let (options, limit) = (request.options, request.options.maximumBodySize)
    var (data, chunks) = (Data(), stream.makeAsyncIterator())
    do throws(NetworkRequestError) {
      while let chunk = try await chunks.next() {
        let room = limit - data.count
        data.append(chunk.prefix(room))
        guard chunk.count <= room else { throw .bodyTooLarge(limit, request: request) }
      }
    } catch {
      stream.discard()
      let isDecided =
        !options.acceptedStatuses.contains(status) || options.nilStatuses.contains(status)
        || Redirection.isRedirect(status)
      switch error.kind {
      case _ where !isDecided: throw error
      case .cancelled, .deadlineExceeded, .invalidRequest: throw error
      case .badRequest, .unauthorized, .forbidden, .notFound, .error4xx, .serverError, .error5xx,
        .unexpectedStatus, .decodingError, .urlSessionFailed, .refused, .authenticationFailed, .bodyTooLarge,
        .unknownError:
        bodyFailure = error
      }
    }
    body = .data(data)
  }
}

extension TransportRequest {
  /// Returns why a response with this header section cannot answer this request; nil if it can.
  ///
  /// A part (206) must be the one that the request asks for, or else it would be taken for it: exactly the bytes of its
  /// one range, in one part, and without a content coding that it does not ask for (RFC 9110 §14.4, §15.3.7). Parts in
  /// response to several ranges, another unit or a malformed `Range` are the caller's to compare.
  fileprivate func problem(ofStatus status: Int, _ response: HTTPHeaders) -> String? {
    guard status == 206 else { return nil }
    guard headers.contains(.range) else {
      return response.describePart ? "the response is a part (206), and the request has no Range" : nil
    }
    guard !options.validatesParts, let range = ByteRange(headers),
      let fault = Self.fault(of: response, asked: range, headers)
    else { return nil }
    let asked = headers[.range]?.prefix(80) ?? ""
    return "the response is a part (206) with \(fault), and the Range is “\(asked)” (RFC 9110 §14.4, §15.3.7)"
  }

  private static func fault(
    of response: HTTPHeaders, asked range: ByteRange, _ request: HTTPHeaders
  ) -> String? {
    if response.describeSeveralParts { return "the Content-Type multipart/byteranges" }
    if response.isCoded, request.asksForNoCoding { return "a Content-Encoding" }
    if let part = ContentRange(response), range.selects(part) { return nil }
    let values = response.values(for: .contentRange).joined(separator: ", ")
    return values.isEmpty ? "no Content-Range" : "the Content-Range “\(values.prefix(80))”"
  }

  /// Returns why the complete body of a 206, of `count` bytes is not the part that its `Content-Range` says; nil if it is.
  fileprivate func problem(ofPart count: Int, _ response: HTTPHeaders) -> String? {
    guard method != .head, !options.validatesParts, ByteRange(headers) != nil,
      let range = ContentRange(response)?.range, range.upperBound - range.lowerBound != count - 1
    else { return nil }
    let bounds = "\(range.lowerBound)-\(range.upperBound)"
    return "the body has \(count) bytes, and its Content-Range is “\(bounds)” (RFC 9110 §14.4)"
  }

  fileprivate func badResponse(_ problem: String) -> NetworkRequestError {
    .urlSessionFailed(TransportFailure(.badServerResponse, problem, request: self))
  }
}

extension TransportRequest {
  /// True if the body of the response comes as the server sends it, because the request has an `Accept-Encoding` of its own.
  var keepsCoding: Bool { headers.contains(.acceptEncoding) && !options.needsPlainBytes }

  /// True if a content coding of the response is decoded. A part of a coded body cannot be.
  package var decodes: Bool { !keepsCoding && !headers.contains(.range) }
}

extension RequestOptions {
  /// True if the body is decoded although the request has an `Accept-Encoding`. False by default. A download that can be
  /// resumed asks for `identity`, and is the plain file also from a server that compresses nevertheless.
  var needsPlainBytes: Bool {
    get { self[NeedsPlainBytesKey.self] }
    set { self[NeedsPlainBytesKey.self] = newValue }
  }

  /// True if the sender of the request compares the part of a 206 with what it asked for. False by default: the transport
  /// does.
  var validatesParts: Bool {
    get { self[ValidatesPartsKey.self] }
    set { self[ValidatesPartsKey.self] = newValue }
  }
}

private enum NeedsPlainBytesKey: RequestOptionKey { static let defaultValue = false }
private enum ValidatesPartsKey: RequestOptionKey { static let defaultValue = false }
