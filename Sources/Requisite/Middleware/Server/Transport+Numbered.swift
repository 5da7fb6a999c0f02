extension Transport {
  /// Numbers the requests that pass, from 1 on: ``RequestOptions/number``, for whatever stands nearer to the server.
  ///
  /// The numbers are those of this stack: a copy goes on with them, another stack has its own. Outside of
  /// `.retried()` each call gets one, inside each attempt.
  public func numbered() -> some Transport {
    let last = Locked(0)
    return changing { request in
      request.options.number = last.withLock { last in
        last += 1
        return last
      }
    }
  }
}

extension RequestOptions {
  /// Which request of its stack this is, counted from 1; nil where nothing counts. Set by ``Transport/numbered()``.
  public var number: Int? {
    get { self[NumberKey.self] }
    set { self[NumberKey.self] = newValue }
  }
}

private enum NumberKey: RequestOptionKey { static let defaultValue: Int? = nil }
