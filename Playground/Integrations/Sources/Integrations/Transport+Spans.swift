import Requisite
import Tracing

extension Transport {
  /// Creates a client span of swift-distributed-tracing for each request that passes, as a child of the caller's span, with the names
  /// and attributes of OpenTelemetry's conventions for HTTP.
  ///
  /// ```swift
  /// let transport = DefaultTransport.shared
  ///   .spans(with: tracer)
  ///   .retried()
  /// ```
  /// Innermost in a stack, as here, each attempt is a span, as the conventions ask for; further out, attempts share one. A redirect
  /// and a request that is repeated after a 401 are followed below all layers, so they are part of their attempt's span.
  /// The name is the method and the template of the path (`TransportRequest.pathTemplate`), as in `GET /users/{}/todos`.
  ///
  /// The tracer writes the context of the span into the header fields of the request. What the call's timeline notes below this
  /// layer (exchanges, or waits and attempts) becomes children of the span. The span ends with the header section of the response.
  /// A status of 400 or more, or a thrown error, gives it the status `error`.
  public func spans<T: Tracer>(with tracer: T) -> some Transport {
    TracingTransport(upstream: self, tracer: tracer)
  }
}

private struct TracingTransport<Upstream: Transport, T: Tracer>: Transport {
  let upstream: Upstream
  let tracer: T

  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    let span = tracer.startSpan(HTTPConventions.name(of: request), ofKind: .client)
    defer { span.end() }
    add(HTTPConventions.attributes(of: request), to: span)
    add(HTTPConventions.furtherAttributes(of: request), to: span)
    var request = request
    tracer.inject(span.context, into: &request.headers, using: HeaderInjector())
    let start = CallStart(request.record)
    do throws(NetworkRequestError) {
      let response = try await upstream.send(request)
      add(HTTPConventions.attributes(of: .success((response.status, response.timings))), to: span)
      if response.status >= 400 { span.setStatus(SpanStatus(code: .error)) }
      describe(start, below: span)
      return response
    } catch {
      add(HTTPConventions.attributes(of: .failure(error)), to: span)
      span.recordError(error)
      span.setStatus(SpanStatus(code: .error))
      describe(start, below: span)
      throw error
    }
  }

  private func add(_ attributes: HTTPConventions.Attributes, to span: T.Span) {
    for attribute in attributes {
      switch attribute.value {
      case .integer(let number): span.attributes[attribute.name] = number
      default: span.attributes[attribute.name] = attribute.value.description
      }
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
