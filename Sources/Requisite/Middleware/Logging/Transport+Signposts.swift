#if canImport(os)
  import os

  extension Transport {
    /// Shows each call that passes as an interval in Instruments, and when it has ended, the spans of its ``CallTimeline`` as events
    /// with their durations.
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
      let (id, first) = (signposter.makeSignpostID(), request.record?.spans.count ?? 0)
      let url = request.options.redaction.url(request.url)
      let interval = signposter.beginInterval(
        "Call", id: id, "\(request.method.rawValue, privacy: .public) \(url, privacy: .private)")
      let outcome = await upstream.outcome(of: request)
      for span in (request.record?.spans ?? []).dropFirst(first) {
        let words = "\(span.layer) \(span.event), \(DurationText.short(span.duration))"
        signposter.emitEvent("Span", id: id, "\(words, privacy: .public)")
      }
      signposter.endInterval("Call", interval, "\(Self.words(outcome), privacy: .public)")
      return try outcome.get()
    }

    private static func words(_ outcome: Result<TransportResponse, NetworkRequestError>) -> String {
      switch outcome {
      case .success(let response): HTTPStatus.words(response.status)
      case .failure(let error): error.kind.rawValue
      }
    }
  }
#endif
