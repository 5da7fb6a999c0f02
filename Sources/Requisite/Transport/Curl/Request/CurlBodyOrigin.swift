#if os(Linux)
  /// Where a body comes from that is not in memory. It can be begun more than once, if the origin can.
  enum CurlBodyOrigin: Sendable {
    case file(URL, length: Int64?)
    case stream(BodyStream)

    /// Whether it can be sent a second time.
    var isReplayable: Bool {
      switch self {
      case .file: true
      case .stream(let stream): stream.isReplayable
      }
    }

    /// Begins at the first byte.
    func open() -> any CurlBodySource {
      switch self {
      case .file(let url, let length): CurlFileSource(url, length: length)
      case .stream(let stream): CurlStreamSource(stream)
      }
    }
  }

  /// One pass over a body. Pieces are made elsewhere than on the loop's thread, which must not wait for a disk or
  /// for somebody's code.
  protocol CurlBodySource: Sendable {
    /// Makes the next piece and hands it over, nil at the end. Called again only when the last one was handed over.
    func next(_ deliver: @escaping @Sendable (Result<Data?, CurlProblem>) -> Void)
    /// Ends the pass early.
    func cancel()
  }
#endif
