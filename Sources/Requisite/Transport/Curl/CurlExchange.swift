#if os(Linux) || os(Android)
  import CurlEngine

  /// One request and its response, from the view of the task that waits for them.
  struct CurlExchange {
    private let request: TransportRequest
    private let session: CurlSession
    private let transfer: CurlTransfer

    /// Checks the request and prepares its transfer, without sending anything.
    ///
    /// Never inlined, so that its stack space is not part of the frame that waits for the response.
    @inline(never)
    init(_ request: TransportRequest, _ loops: CurlLoops) throws(NetworkRequestError) {
      let session = loops.session(for: request.url)
      // Without libcurl, there is no function that could prepare the request.
      if let problem = session.problem { throw problem.error(for: request) }
      (self.request, self.session) = (request, session)
      let prepared = try CurlRequest(request, loops, in: session)
      transfer = CurlTransfer(
        prepared, observer: request.options.onProgress.map { CurlProgress(request, $0) })
    }

    // Inlined, because each asynchronous function of a call costs a frame and two switches of the executor.
    @inline(__always)
    func run() async throws(NetworkRequestError) -> TransportResponse {
      guard !Task.isCancelled else { throw .cancelled(request) }
      return try response(after: await session.perform(transfer))
    }

    /// Returns the response: complete if its body was collected in memory, as far as it arrived if a problem ended it, or with a
    /// stream that begins now.
    ///
    /// Never inlined, so that its stack space is not part of the frame that waits for the response.
    @inline(never)
    private func response(after problem: CurlProblem?) throws(NetworkRequestError) -> TransportResponse {
      guard transfer.takeBack() else { throw problem?.error(for: request) ?? .cancelled(request) }
      // A 407 to CONNECT is the response that a 407 to a request is, but for the proxy's other fields and its body: they must
      // not count as those of the origin, whose URL it is.
      if case .proxyRefused(let proxy, 407, let challenges) = problem {
        var response = TransportResponse(status: 407, headers: challenges.headers, url: request.url)
        response.proxy = proxy
        return response
      }
      let failure = problem?.error(for: request).inPhase(transfer.wasSent ? .sent : .unprocessed)
      guard transfer.status >= 100, failure == nil || transfer.hasHead && transfer.stream == nil else {
        // Without a reader, the transfer would stay under way.
        if transfer.stream != nil { session.cancel(transfer) }
        throw failure
          ?? CurlProblem.badResponse("the response has no status").error(for: request).afterSending()
      }
      var response = TransportResponse(
        status: transfer.status, headers: transfer.fields.headers, url: request.url)
      response.timings = CallTimeline.Timings(transfer.timings)
      response.bodyFailure = failure
      if response.status == 407 { response.proxy = session.settings.proxies.plain?.description }
      guard transfer.stream == nil else {
        response.body = .stream(stream)
        return response
      }
      if !transfer.trailers.isEmpty { response.trailers = transfer.trailers.headers }
      response.body = .data(transfer.takeBody())
      return response
    }

    /// The body as it arrives, decoded. An error cancels the transfer.
    private var stream: ByteStream {
      let (reader, queue) = (CurlBodyReader(transfer, in: session), transfer.stream)
      return ByteStream(end: { queue?.end.map(ByteStream.End.init) }, discard: reader.cancel) {
        () async throws(NetworkRequestError) in
        do throws(CurlProblem) { return try await reader.next() } catch {
          reader.cancel()
          throw error.error(for: request).afterSending()
        }
      }
    }
  }

  extension CallTimeline.Timings {
    init(_ timings: CurlTimings) {
      queued = .nanoseconds(timings.queued)
      nameResolved = .nanoseconds(timings.nameResolved)
      connected = .nanoseconds(timings.connected)
      secured = .nanoseconds(timings.secured)
      requestSent = .nanoseconds(timings.requestSent)
      firstByte = .nanoseconds(timings.firstByte)
      lastByte = .nanoseconds(timings.lastByte)
      (bytesReceived, bytesSent) = (timings.bytesReceived, timings.bytesSent)
      reusedConnection = timings.reusedConnection
      (httpVersion, remoteAddress) = (timings.httpVersion, timings.remoteAddress)
    }
  }

  extension ByteStream.End {
    fileprivate init(_ end: CurlEnd) {
      self.init(trailers: end.trailers.headers, timings: CallTimeline.Timings(end.timings))
    }
  }
#endif
