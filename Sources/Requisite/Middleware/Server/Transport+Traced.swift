extension Transport {
  /// Sends `traceparent` (W3C Trace Context, level 1), by which a server's traces are tied to the call.
  ///
  /// The call is a child span of its context: that of a valid `traceparent` on the request, as one that was handed on from an
  /// incoming request, else ``RequestOptions/traceContext``, else ``TraceContext/current``; the trace, its sampling and
  /// its `tracestate` are kept. Without a context, the call begins a trace, whose id is that of the call. All attempts
  /// belong to one trace; inside of `.retried()`, each attempt is a span of its own. A `traceparent` that is malformed is left
  /// as it is.
  ///
  /// - Parameters:
  ///   - isSampled: Whether servers are told that a call which begins a trace is recorded; true by default.
  ///   - spanID: Makes the ids of spans; random by default. Zero, which stands for none, becomes 1.
  public func traced(
    isSampled: Bool = true, spanID: @escaping @Sendable () -> UInt64 = { .random(in: 1 ... .max) }
  ) -> some Transport {
    changing { request in
      let own = request.headers[.traceparent]
      let incoming = TraceContext(traceparent: own, tracestate: request.headers[.tracestate])
      guard own == nil || incoming != nil else { return }
      let span = max(1, spanID())
      guard let context = incoming ?? request.options.traceContext ?? TraceContext.current else {
        let flags = isSampled ? "01" : "00"
        let field = "00-\(request.id)-\(Hexadecimal.encode(span))-\(flags)"
        return request.headers.append(HTTPHeader(.traceparent, field))
      }
      request.headers.set(HTTPHeader(.traceparent, context.traceparent(of: span)))
      guard incoming == nil, let state = context.state else { return }
      request.headers.set(HTTPHeader(.tracestate, state))
    }
  }
}
