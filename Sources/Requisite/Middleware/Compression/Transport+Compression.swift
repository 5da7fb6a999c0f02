extension Transport {
  /// Compresses the bodies of requests by gzip, for servers that are known to take it.
  ///
  /// ```swift
  /// let transport = DefaultTransport.shared.retried().compressed()                           // all of a stack
  /// let added = try await client.dispatch(AddTodo(body: todo).with(\.compressesBody, true))  // one, in any stack
  /// ```
  /// A client cannot find out beforehand whether a server takes compressed requests (RFC 9110 §8.4), and many do not. So
  /// nothing is compressed unless you ask for it: use this layer for a server whose documentation says that it does.
  ///
  /// **What is compressed.** A body in memory is compressed before it is sent, with a `Content-Length` of the compressed
  /// bytes; if it would not get shorter, it is sent as it is. A file or a stream is compressed while it is sent, in constant
  /// memory and without a `Content-Length`: the length is not known before. A stream that is written as events occur
  /// is delayed, for zlib collects some kilobytes before it gives any. ``RequestOptions/onProgress`` counts compressed bytes.
  ///
  /// **What is left alone.** A request without a body; a body that is known to be shorter than `minimumSize`; a request
  /// that has a `Content-Encoding`, `Content-Range`, `Content-Digest`, `Content-MD5` or `Digest`; one whose
  /// ``RequestOptions/compressesBody`` is false; and every request in a process without zlib, which Linux has through libcurl.
  ///
  /// **Refusals.** If the server answers 415 with an `Accept-Encoding` that leaves gzip out (RFC 9110 §12.5.3), the request is
  /// sent once more as it came, unless its body can be read only once. Any other 415 is the response. Each call finds out
  /// anew: do without this layer for such a server.
  ///
  /// Place it outside of retries, so that a body is compressed once, and outside of authentication, so that a signature
  /// covers what is sent. Layers outside of it, such as a log or a recorder, see the body as it was, and so do errors and
  /// responses.
  ///
  /// - Parameter minimumSize: The number of bytes from which on a body is compressed. 1,024 by default: a request with
  ///   less fits into one packet in any case.
  public func compressed(minimumSize: Int = 1_024) -> some Transport {
    CompressionTransport(upstream: self, minimumSize: minimumSize)
  }
}

extension RequestOptions {
  /// Whether the body of the request is compressed by gzip. nil by default: the stack decides, which compresses nothing
  /// without ``Transport/compressed(minimumSize:)``.
  ///
  /// If true, an ``APIClient`` or ``NetworkDispatcher`` applies the rules of that layer before its transport sees the request;
  /// the layer is not needed. Set it for a server that is known to take compressed requests. If false, the layer leaves
  /// the request alone.
  public var compressesBody: Bool? {
    get { self[CompressesBodyKey.self] }
    set { self[CompressesBodyKey.self] = newValue }
  }
}

private enum CompressesBodyKey: RequestOptionKey { static let defaultValue: Bool? = nil }

/// Sends requests with their bodies by gzip.
private struct CompressionTransport<Upstream: Transport>: Transport {
  let upstream: Upstream
  let minimumSize: Int

  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    guard request.options.compressesBody != false,
      let compressed = try await request.compressed(from: minimumSize)
    else { return try await upstream.send(request) }
    let response = try await exchange(compressed, for: request)
    guard response.refusesGzip, request.body.isReplayable, !Task.isCancelled else { return response }
    response.body.discard()
    request.record?.note(
      "compression", "repeats", since: request.record?.now ?? .zero, detail: "gzip rejected by 415")
    return try await sendPlain(request)
  }

  /// Errors tell of the request as it came.
  private func exchange(
    _ compressed: TransportRequest, for request: TransportRequest
  ) async throws(NetworkRequestError) -> TransportResponse {
    do {
      return try await upstream.send(compressed)
    } catch {
      throw error.told(of: request, insteadOf: compressed)
    }
  }

  /// Sends the request as it came, past another such layer as well.
  private func sendPlain(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    var plain = request
    plain.options.compressesBody = false
    return try await upstream.send(plain)
  }
}

extension TransportResponse {
  /// Whether the server refused the content coding of the request and would take it without gzip.
  fileprivate var refusesGzip: Bool {
    guard status == 415, headers.contains(.acceptEncoding) else { return false }
    let codings = headers.values(for: .acceptEncoding)
      .flatMap { HTTPQuoting.split($0, at: ",") }
      .map { HTTPQuoting.split(String($0), at: ";") }
    let named = codings.filter { ["gzip", "x-gzip"].contains(ASCII.lowercased(String($0.first ?? ""))) }
    let relevant = named.isEmpty ? codings.filter { $0.first == "*" } : named
    return relevant.allSatisfy { $0.dropFirst().contains(where: Self.isZeroQuality) }
  }

  /// Whether a parameter is `q=0`, in any of its spellings (RFC 9110 §12.4.2).
  private static func isZeroQuality(_ text: Substring) -> Bool {
    guard let (name, value) = HTTPQuoting.parameter(text), ASCII.lowercased(name) == "q" else { return false }
    return Double(value) == 0
  }
}
