#if os(Linux)
  /// How the body of a request is handed to libcurl.
  enum CurlBodyPlan: Sendable {
    /// There is none, and no Content-Length.
    case none
    /// Zero bytes, announced as such: for methods whose servers expect a length (RFC 9110 §8.6).
    case empty
    /// Copied into libcurl and sent in one go with the header section.
    case small(Data)
    /// Read from memory while it is sent.
    case memory(Data)
    /// Read from a file or a stream while it is sent; nil for a length that is not known.
    case pump(CurlBodyOrigin, length: Int64?)

    /// Where small ends: what libcurl sends together with the header section.
    private static let smallLimit = 65_536

    init(_ request: TransportRequest) throws(NetworkRequestError) {
      switch try request.body.checked().content {
      case .none: self = Self.expectsLength.contains(request.method) ? .empty : .none
      case .data(let data) where data.isEmpty: self = .empty
      case .data(let data): self = data.count <= Self.smallLimit ? .small(data) : .memory(data)
      case .file(_, let length) where length == 0: self = .empty
      case .file(let url, let length): self = .pump(.file(url, length: length), length: length)
      case .stream(let stream) where stream.length == 0: self = .empty
      case .stream(let stream): self = .pump(.stream(stream), length: stream.length)
      }
    }

    private static let expectsLength: Set<HTTPMethod> = [.post, .put, .patch]

    /// Whether the request has a body, if only an empty one.
    var isSent: Bool {
      if case .none = self { false } else { true }
    }
  }
#endif
