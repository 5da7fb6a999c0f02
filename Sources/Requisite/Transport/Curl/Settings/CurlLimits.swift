#if os(Linux)
  /// What a transfer may take at most: nanoseconds and bytes.
  struct CurlLimits: Sendable {
    let idle: Limit?
    let deadline: Limit?
    /// Of the body as it comes, before decompression.
    let body: Int
    let head: Int

    init(_ request: TransportRequest, configuration: CurlTransport.Configuration) {
      let (timeout, bound) = (request.options.timeout, configuration.idleTimeout)
      idle = timeout.map { min($0, bound ?? $0) }.map(Limit.init) ?? bound.map(Limit.init)
      // A call with a deadline is cancelled by that, and its exchanges do not count anew.
      deadline = request.deadline == nil ? request.options.deadline.map(Limit.init) : nil
      head = configuration.maximumHeaderSize
      body =
        request.delivery == .buffered
        ? request.options.maximumBodySize : configuration.maximumStreamedSize ?? .max
    }
  }

  extension CurlLimits {
    /// A limit of time, as it was asked for and in nanoseconds.
    struct Limit: Sendable {
      let duration: Duration
      let nanoseconds: UInt64

      init(_ duration: Duration) {
        (self.duration, nanoseconds) = (duration, duration.clampedNanoseconds)
      }
    }
  }

  extension Duration {
    /// The duration in nanoseconds; zero for a negative one, the most there is for one of centuries.
    var clampedNanoseconds: UInt64 {
      let (seconds, attoseconds) = components
      guard seconds >= 0, attoseconds >= 0 else { return 0 }
      guard seconds < 9_000_000_000 else { return UInt64(Int64.max) }
      return UInt64(seconds) * 1_000_000_000 + UInt64(attoseconds / 1_000_000_000)
    }

    /// The duration in milliseconds, rounded up, at least 1 and at most 24 days: what libcurl takes.
    var clampedMilliseconds: Int {
      Int(min(max(1, (clampedNanoseconds + 999_999) / 1_000_000), UInt64(Int32.max)))
    }
  }
#endif
