extension Transport {
  /// Compresses the bodies of requests by gzip, for servers that are known to accept it.
  ///
  /// ```swift
  /// // All of a stack
  /// let transport = DefaultTransport.shared.retried().compressed()
  /// let added = try await client.dispatch(
  ///   AddTodo(body: todo).with(\.compressesBody, true))  // one, in any stack
  /// ```
  /// A client cannot find out beforehand whether a server accepts compressed requests (RFC 9110 §8.4), and many do not. So
  /// nothing is compressed by default: use this layer for a server whose documentation says that it accepts gzip.
  ///
  /// **What is compressed.** A body in memory is compressed before it is sent, and `Content-Length` is the number of
  /// compressed bytes; if compression would not make it shorter, it is sent uncompressed. A file or a stream is compressed
  /// while it is sent, in constant memory and without a `Content-Length`, because its compressed length is not yet known.
  /// A stream of live events is delayed, because zlib buffers some kilobytes before it returns any.
  /// ``RequestOptions/onProgress`` counts compressed bytes.
  ///
  /// **What is not compressed.** A request without a body; a body that is known to be shorter than `minimumSize`; a request
  /// with a header field that depends on the uncompressed bytes: `Content-Encoding`, `Content-Range`, `ETag`,
  /// `Upload-Offset` and its like, and every checksum and signature, such as `Content-Digest`, `Repr-Digest`, `Content-MD5`,
  /// `Signature` and `X-Amz-Content-Sha256`; a request whose ``RequestOptions/compressesBody`` is false; and every request
  /// if the process has no zlib. On Linux, zlib comes with nearly every libcurl.
  ///
  /// **Refusals.** If the server answers 415 with an `Accept-Encoding` that excludes gzip (RFC 9110 §12.5.3), the layer
  /// sends the request once more, uncompressed, unless its body can be read only once. Any other 415 is returned. Refusals
  /// are not remembered, so each call to such a server sends two requests: do not use this layer there.
  ///
  /// Place it outside of retries, so that a body is compressed once, and outside of authentication, so that a signature
  /// covers the compressed bytes. Layers outside of it, such as a log or a recorder, see the uncompressed request; errors
  /// and responses contain that request.
  ///
  /// - Parameter minimumSize: The length in bytes of the shortest body that is compressed. 1,024 by default, because a
  ///   shorter body fits into one packet uncompressed.
  public func compressed(minimumSize: Int = 1_024) -> some Transport {
    CompressionTransport(upstream: self, minimumSize: minimumSize)
  }
}

extension RequestOptions {
  /// Whether the body of the request is compressed by gzip; nil by default, which leaves the decision to the stack.
  ///
  /// A stack compresses bodies only if it has the layer ``Transport/compressed(minimumSize:)``. If the option is true, an
  /// ``APIClient`` or ``NetworkDispatcher`` applies the rules of that layer, with its default `minimumSize`, before its
  /// transport sees the request, so the stack does not need the layer. Set it for a server that is known to accept
  /// compressed requests. If the option is false, the layer sends the body uncompressed.
  public var compressesBody: Bool? {
    get { self[CompressesBodyKey.self] }
    set { self[CompressesBodyKey.self] = newValue }
  }
}

private enum CompressesBodyKey: RequestOptionKey { static let defaultValue: Bool? = nil }

/// Sends requests with compressed bodies, and once more uncompressed if the server refuses gzip.
private struct CompressionTransport<Upstream: Transport>: Transport {
  let upstream: Upstream
  let minimumSize: Int

  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    guard request.options.compressesBody != false else { return try await upstream.send(request) }
    return try await upstream.sendCompressed(request, from: minimumSize)
  }
}

extension Transport {
  /// Sends the request with its body compressed, as ``compressed(minimumSize:)`` describes.
  func sendCompressed(
    _ request: TransportRequest, from minimumSize: Int = 1_024
  ) async throws(NetworkRequestError) -> TransportResponse {
    guard let compressed = try await request.compressed(from: minimumSize) else {
      return try await send(request)
    }
    let response: TransportResponse
    // Errors contain the uncompressed request.
    do { response = try await send(compressed) } catch {
      throw error.labelled(for: request, sentAs: compressed)
    }
    guard response.refusesGzip, request.body.isReplayable, !Task.isCancelled else { return response }
    response.body.discard()
    request.record?.note(
      "compression", "repeats", since: request.record?.now ?? .zero, detail: "gzip rejected by 415")
    // Layers further in must not compress it either.
    var plain = request
    plain.options.compressesBody = false
    return try await send(plain)
  }
}

extension TransportResponse {
  /// True for a 415 whose `Accept-Encoding` excludes gzip: the server may accept the request uncompressed.
  fileprivate var refusesGzip: Bool {
    guard status == 415, headers.contains(.acceptEncoding) else { return false }
    // Whether each place that names gzip, or any coding, gives it the weight zero; nil without such a place.
    var gzip: Bool?
    var any: Bool?
    for value in headers.values(for: .acceptEncoding) {
      for member in HTTPQuoting.list(value) {
        let coding = HTTPQuoting.item(member)
        let isZero = coding.parameters.contains(where: Self.isZeroQuality)
        switch ASCII.lowercased(String(coding.value)) {
        case "gzip", "x-gzip": gzip = gzip != false && isZero
        case "*": any = any != false && isZero
        default: break
        }
      }
    }
    return gzip ?? any ?? true
  }

  /// True if the parameter is a weight of zero, such as `q=0` or `Q=0.000` (RFC 9110 §12.4.2).
  private static func isZeroQuality(_ text: Substring) -> Bool {
    guard let (name, value) = HTTPQuoting.parameter(text), ASCII.lowercased(name) == "q" else { return false }
    return Double(value) == 0
  }
}
