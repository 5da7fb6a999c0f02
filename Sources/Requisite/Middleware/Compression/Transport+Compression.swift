extension Transport {
  /// Compresses the bodies of requests by gzip, for servers that are known to accept it.
  ///
  /// ```swift
  /// let client = APIClient(
  ///   baseURL: "https://logs.example.com",
  ///   transport: DefaultTransport.shared.retried().compressed())
  /// // Only the requests that ask for it
  /// let choosy = client.with(\.compressesBody, false)
  /// let added = try await choosy.dispatch(
  ///   AddTodo(body: todo).with(\.compressesBody, true))
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
  /// if the process has no zlib. On Linux, zlib comes with nearly every libcurl. A server that refuses the compressed request
  /// answers 415 (RFC 9110 §15.5.16), which is returned.
  ///
  /// Place it outside of retries, so that a body is compressed once, and outside of authentication, so that a signature
  /// covers the compressed bytes. Layers outside of it, such as a log or a recorder, see the uncompressed request; errors
  /// and responses contain that request.
  ///
  /// - Parameter minimumSize: The length in bytes of the shortest body that is compressed. 1,024 by default, because a
  ///   shorter body fits into one packet uncompressed. A request whose ``RequestOptions/compressesBody`` is true has no such limit.
  public func compressed(minimumSize: Int = 1_024) -> some Transport {
    CompressionTransport(upstream: self, minimumSize: minimumSize)
  }
}

extension RequestOptions {
  /// Whether the layer ``Transport/compressed(minimumSize:)`` compresses the body of the request; nil, the default, if the body's
  /// size decides.
  ///
  /// True for a body of any size, false for none. It has no effect without the layer.
  public var compressesBody: Bool? {
    get { self[CompressesBodyKey.self] }
    set { self[CompressesBodyKey.self] = newValue }
  }
}

private enum CompressesBodyKey: RequestOptionKey { static let defaultValue: Bool? = nil }

/// Sends requests with compressed bodies.
private struct CompressionTransport<Upstream: Transport>: Transport {
  let upstream: Upstream
  let minimumSize: Int

  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    let choice = request.options.compressesBody
    guard choice != false,
      let compressed = try await request.compressed(from: choice == true ? 1 : minimumSize)
    else { return try await upstream.send(request) }
    // Errors contain the uncompressed request.
    do { return try await upstream.send(compressed) } catch {
      throw error.labelled(for: request, sentAs: compressed)
    }
  }
}

extension TransportRequest {
  /// Returns the request with its body compressed and `Content-Encoding: gzip`, or nil if the body is sent unchanged.
  ///
  /// Returns nil if the body is missing, empty or known to be shorter than `minimumSize`, if a body in memory would not get
  /// shorter, if a header field depends on the uncompressed bytes, and if the process has no zlib.
  func compressed(from minimumSize: Int) async throws(NetworkRequestError) -> TransportRequest? {
    guard Deflater.isAvailable, !headers.contains(where: { Self.isTiedToContent($0.name) }),
      let body = try await body.compressed(from: Int64(max(1, minimumSize)))
    else { return nil }
    return copy(self) {
      $0.body = body
      $0.headers.append(HTTPHeader(.contentEncoding, "gzip"))
    }
  }

  /// True if the value of this header field would be wrong after compression.
  private static func isTiedToContent(_ name: HTTPHeaderName) -> Bool {
    if tiedToContent.contains(name) { return true }
    let words = ASCII.lowercased(name.rawValue).split(separator: "-")
    return words.first != "want" && words.contains { checksums.contains(String($0)) }
  }

  /// An existing coding, the position and the length of a part (RFC 9110 §14.5; resumable uploads), and the version of
  /// the representation, which includes its coding (RFC 9110 §8.8.3). Preconditions are not listed, because they refer to
  /// what the server has.
  private static let tiedToContent: Set<HTTPHeaderName> = [
    .contentEncoding, .contentRange, "ETag", "Upload-Offset", "Upload-Length", "Upload-Complete",
  ]
  /// Words in the names of checksums and signatures: `Content-Digest` and `Repr-Digest` count the coded bytes (RFC 9530),
  /// `Signature` may cover fields that compression changes (RFC 9421), and so do `Content-MD5`, `X-Amz-Content-Sha256`,
  /// `X-Goog-Hash`, `X-Hub-Signature-256` and their like. `Want-Repr-Digest` is about the response.
  private static let checksums: Set<String> = [
    "digest", "checksum", "md5", "sha1", "sha256", "sha384", "sha512", "crc32", "crc32c", "crc64",
    "crc64nvme", "hash",
    "hmac", "signature",
  ]
}

extension HTTPBody {
  /// Returns the body compressed by gzip, or nil if it is shorter than `minimumSize` or would not get shorter.
  ///
  /// Files and streams are compressed while they are sent, and their length becomes unknown.
  fileprivate func compressed(from minimumSize: Int64) async throws(NetworkRequestError) -> HTTPBody? {
    let body = try checked()
    if let length = body.length, length < minimumSize { return nil }
    switch body.content {
    case .none: return nil
    case .data(let data):
      let compressed = try await ByteStream.gzip(.chunks(of: data)).collected(upTo: .max)
      return compressed.count < data.count ? with(.data(compressed)) : nil
    case .file(let url, let length):
      return with(.stream(BodyStream(restarting: { .gzip(.file(url, length: length)) })))
    case .stream(let stream):
      return with(.stream(BodyStream(reading: stream) { .gzip(stream.checkedStream()) }))
    }
  }

  private func with(_ content: Content) -> HTTPBody {
    HTTPBody(content: content, contentType: contentType, isEncoded: isEncoded)
  }
}

extension ByteStream {
  /// Compresses the chunks of `source` by gzip while they are read, with one chunk of `source` in memory at a time.
  ///
  /// zlib buffers its output, so several chunks of `source` can result in one compressed chunk.
  ///
  /// - Throws: The stream throws the errors of `source`; ``NetworkRequestError/cancelled(_:)`` if the task is cancelled;
  ///   and ``NetworkRequestError/invalidRequest(_:)`` if zlib fails.
  static func gzip(_ source: ByteStream) -> ByteStream {
    let pass = GzipPass(source)
    return ByteStream(pull: { () async throws(NetworkRequestError) -> Data? in try await pass.next() })
  }

  /// Returns the bytes of `data` in chunks of 256 KiB, so that ``gzip(_:)`` checks for cancellation often.
  static func chunks(of data: Data) -> ByteStream {
    ByteStream(restarting: {
      let rest = Locked(data)
      return { () async throws(NetworkRequestError) -> Data? in
        rest.withLock { rest in
          guard !rest.isEmpty else { return nil }
          defer { rest = rest.dropFirst(256 << 10) }
          return rest.prefix(256 << 10)
        }
      }
    })
  }
}

/// One pass over a source, with the encoder that compresses its chunks.
private final class GzipPass: Sendable {
  private struct State {
    var encoder: Deflater?
    var hasEnded = false
  }

  private let pull: ByteStream.Pull
  private let state = Locked(State())

  init(_ source: ByteStream) {
    pull = source.makeAsyncIterator().pull
  }

  func next() async throws(NetworkRequestError) -> Data? {
    while !state.withLock(\.hasEnded) {
      guard !Task.isCancelled else { throw .cancelled(nil) }
      let output = try encode(try await pull())
      if !output.isEmpty { return output }
      // A source in memory never suspends, so this task must let others use the thread.
      await Task.yield()
    }
    return nil
  }

  /// Encodes a chunk of the source; nil ends the compressed stream.
  private func encode(_ chunk: Data?) throws(NetworkRequestError) -> Data {
    let output = state.withLock { state -> Data? in
      let encoder = state.encoder ?? Deflater()
      let output = encoder?.encode(chunk ?? Data(), isLast: chunk == nil)
      state = State(encoder: encoder, hasEnded: chunk == nil)
      return output
    }
    guard let output else {
      throw .invalidRequest(.body, "the body could not be compressed: zlib has no memory")
    }
    return output
  }
}
