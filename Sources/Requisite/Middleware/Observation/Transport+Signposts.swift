#if canImport(os)
  import os

  extension Transport {
    /// Shows each call that passes as an interval in Instruments, and the spans of its ``CallTimeline`` as events with their
    /// durations.
    ///
    /// ```swift
    /// let transport = DefaultTransport.shared.retried().signposted()
    /// ```
    /// Outermost, the layer shows calls; innermost, attempts. The URL is private: Instruments shows it, the log of a device
    /// does not. While nothing records, a call costs one more frame. All systems of the package have it.
    ///
    /// - Parameters:
    ///   - subsystem: The subsystem of the signposts; the bundle's identifier by default.
    ///   - category: The category within the subsystem.
    public func signposted(
      subsystem: String = Bundle.main.bundleIdentifier ?? "Requisite", category: String = "network"
    ) -> some Transport {
      SignpostTransport(
        upstream: self, signposter: OSSignposter(subsystem: subsystem, category: category))
    }
  }

  private struct SignpostTransport<Upstream: Transport>: Transport {
    let upstream: Upstream
    let signposter: OSSignposter

    func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
      guard signposter.isEnabled else { return try await upstream.send(request) }
      let id = signposter.makeSignpostID()
      let url = request.options.redaction.url(request.url)
      let interval = signposter.beginInterval(
        "Call", id: id, "\(request.method.rawValue, privacy: .public) \(url, privacy: .private)")
      let outcome = await upstream.observed(by: SpanSignposts(signposter: signposter, id: id)).outcome(
        of: request)
      signposter.endInterval("Call", interval, "\(outcome.text, privacy: .public)")
      return try outcome.get()
    }
  }

  private struct SpanSignposts: CallObserver {
    let signposter: OSSignposter
    let id: OSSignpostID

    func observe(_ event: CallEvent) {
      guard case .span(let span) = event.kind else { return }
      let text = "\(span.layer) \(span.event), \(DurationText.short(span.duration))"
      signposter.emitEvent("Span", id: id, "\(text, privacy: .public)")
    }
  }
#endif
