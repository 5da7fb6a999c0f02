extension Transport {
  /// Sends `traceparent` (W3C Trace Context, level 1), by which a server's traces are tied to the call.
  ///
  /// All attempts of a call belong to one trace, whose id is that of the call; inside of `.retried()`, each attempt is a
  /// span of its own. A request that has a `traceparent` keeps it, and with it the trace that it is a part of.
  ///
  /// - Parameters:
  ///   - isSampled: Whether servers are told that the call is recorded; true by default.
  ///   - spanID: Makes the ids of spans; random by default. Zero, which stands for none, becomes 1.
  public func traced(
    isSampled: Bool = true, spanID: @escaping @Sendable () -> UInt64 = { .random(in: 1 ... .max) }
  ) -> some Transport {
    changing { request in
      guard !request.headers.contains("traceparent") else { return }
      let span = Hexadecimal.encode(max(1, spanID()))
      request.headers.append(
        HTTPHeader("traceparent", "00-\(request.id)-\(span)-\(isSampled ? "01" : "00")"))
    }
  }
}
