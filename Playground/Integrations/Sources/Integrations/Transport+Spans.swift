import Requisite
import Tracing

extension Transport {
  /// Creates a span of swift-distributed-tracing for each call, as a child of the caller's span.
  ///
  /// The tracer writes the context of the span into the header fields of the request. The entries of the call's timeline
  /// (waits, attempts, exchanges) become children of the span, with the times of the entries. A status of 400 or more, or a
  /// thrown error, gives the span the status `error`.
  public func spans<T: Tracer>(with tracer: T) -> some Transport {
    TracingTransport(upstream: self, tracer: tracer)
  }
}

private struct TracingTransport<Upstream: Transport, T: Tracer>: Transport {
  let upstream: Upstream
  let tracer: T

  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    let span = tracer.startSpan("HTTP \(request.method)", ofKind: .client)
    span.attributes["http.request.method"] = request.method.rawValue
    span.attributes["server.address"] = request.url.host() ?? ""
    var request = request
    tracer.inject(span.context, into: &request.headers, using: HeaderInjector())
    let start = CallStart(request.record)
    defer { span.end() }
    do throws(NetworkRequestError) {
      let response = try await upstream.send(request)
      span.attributes["http.response.status_code"] = response.status
      if response.status >= 400 { span.setStatus(SpanStatus(code: .error)) }
      describe(start, below: span)
      return response
    } catch {
      span.recordError(error)
      span.setStatus(SpanStatus(code: .error))
      describe(start, below: span)
      throw error
    }
  }

  /// Creates a child span for each timeline entry that started after the call reached this transport.
  private func describe(_ start: CallStart, below parent: T.Span) {
    for noted in start.spans {
      let child = tracer.startSpan(
        "\(noted.layer) \(noted.event)", context: parent.context, ofKind: .internal,
        at: start.instant(noted.start))
      child.end(at: start.instant(noted.start + noted.duration))
    }
  }
}

/// The time at which a call reached the transport, on the timeline's clock and on the tracer's clock.
private struct CallStart {
  private let record: CallRecord?
  private let start: Duration
  private let epoch: UInt64

  init(_ record: CallRecord?) {
    (self.record, start) = (record, record?.now ?? .zero)
    epoch = DefaultTracerClock.now.nanosecondsSinceEpoch
  }

  var spans: [CallTimeline.Span] { record?.spans.filter { $0.start >= start } ?? [] }

  func instant(_ time: Duration) -> DefaultTracerClock.Timestamp {
    let passed = UInt64(max(0, (time - start) / .nanoseconds(1)))
    return DefaultTracerClock.Timestamp(nanosecondsSinceEpoch: epoch + passed)
  }
}

/// Writes the context of a span into header fields.
private struct HeaderInjector: Injector {
  func inject(_ value: String, forKey key: String, into headers: inout HTTPHeaders) {
    headers[HTTPHeaderName(key)] = value
  }
}
