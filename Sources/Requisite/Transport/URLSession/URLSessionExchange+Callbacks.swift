#if FoundationNetworking || !(os(Linux) || os(Android))
  // Callbacks of the session, on its queue.
  extension URLSessionExchange {
    /// Called with the header section. Returns true if the body must be received.
    func received(_ response: URLResponse) -> Bool {
      guard let http = response as? HTTPURLResponse else { return false }
      // Another response follows an interim response other than 101 (RFC 9110 §15.2). Foundation on Linux reports it.
      guard !(100..<200).contains(http.statusCode) || http.statusCode == 101 else { return true }
      // URLSession reports each part of multipart/x-mixed-replace as a response. The first part is the response of the call.
      if let first = state.withLock({ $0.head }) {
        succeed(with: first)
        return false
      }
      let head = TransportResponse(
        status: http.statusCode, headers: http.requisiteHeaders, url: http.url ?? request.url)
      if let problem = head.headers.lengthProblem ?? request.problem(ofStatus: head.status, head.headers) {
        stop(with: .urlSessionFailed(TransportFailure(.badServerResponse, problem, request: request)))
        return false
      }
      // The length of a HEAD or a 304 is that of a body that does not come (RFC 9110 §8.6).
      let hasBody = request.method != .head && ![204, 304].contains(head.status)
      let isTooLarge = hasBody && http.expectedContentLength > Int64(request.options.maximumBodySize)
      if isTooLarge, request.delivery == .buffered {
        state.withLock { $0.head = head }
        stop(with: .bodyTooLarge(request.options.maximumBodySize, request: request))
        return false
      }
      let stream = state.withLock { state in
        state.head = head
        state.sink.begin(head.status, of: request)
        // Bytes are counted after decompression, so the length of a compressed body says nothing.
        if !head.headers.contains(.contentEncoding) { state.announced = http.expectedContentLength }
        guard state.failure == nil else { return nil as ByteStream? }
        return state.sink.stream(
          ending: { [weak self] in self?.cancel() }, drained: { [weak self] in self?.pace() })
      }
      guard let stream else { return true }
      var streamed = head
      streamed.body = .stream(stream)
      let continuation = state.withLock { state in
        defer { state.continuation = nil }
        return state.continuation
      }
      continuation?.resume(returning: .success(streamed))
      return true
    }

    func received(_ data: Data) {
      let (error, progress, isFull) = state.withLock {
        state -> (NetworkRequestError?, TransferProgress?, Bool) in
        guard state.failure == nil, !state.hasEnded else { return (nil, nil, false) }
        let progress = state.meter?.received(data.count, of: state.announced, at: Self.now)
        return (state.sink.take(data, of: request), progress, state.sink.isFull)
      }
      if let error { return stop(with: error) }
      if isFull { pace() }
      tell(progress)
    }

    /// Records that `total` bytes of the request body were sent.
    func sent(_ total: Int64) {
      tell(state.withLock { $0.failure == nil ? $0.meter?.sent(total, at: Self.now) : nil })
    }

    /// Called with the phases of the exchange, before its end.
    func measured(_ timings: TransferTimings, wasSent: Bool) {
      state.withLock { state in
        state.timings = timings
        state.wasSent = wasSent
        state.sink.end.timings = timings
      }
    }

    /// Called without the lock, because the handler may cancel the call.
    private func tell(_ progress: TransferProgress?) {
      if let progress { request.options.onProgress?(progress) }
    }

    private static var now: UInt64 { DispatchTime.now().uptimeNanoseconds }

    /// Called at the end of the task. A 401 whose challenge was declined is an ordinary response, although Foundation reports
    /// an error on Linux.
    func completed(_ task: URLSessionTask, with error: (any Error)?) {
      let (head, failure, wasSent, hasEnded) = state.withLock { state in
        (state.head, state.failure, state.wasSent, state.hasEnded)
      }
      guard !hasEnded else { return }
      if let failure { return finish(.failure(failure)) }
      let declined = URLSessionHost.declined(task)
      if let error, declined == nil {
        let failure = NetworkRequestError.urlSessionFailed(
          TransportFailure(ofSession: error, request: request))
        // The start of the body may have been sent on an earlier connection than the one that failed.
        let isSent = head != nil || wasSent || task.countOfBytesSent > 0
        return finish(.failure(isSent ? failure.afterSending() : failure))
      }
      let declinedHead = declined.map {
        TransportResponse(status: 401, headers: $0.requisiteHeaders, url: $0.url ?? request.url)
      }
      guard let response = head ?? declinedHead else {
        return finish(.failure(.urlSessionFailed(TransportFailure(.badServerResponse, request: request))))
      }
      succeed(with: response)
    }

    private func succeed(with head: TransportResponse) {
      var response = head
      var (sink, progress) = state.withLock { state in
        state.hasEnded = true
        response.timings = state.timings
        return (state.sink, state.meter?.progress)
      }
      sink.begin(response.status, of: request)
      tell(progress)
      do throws(NetworkRequestError) { response.body = try sink.finish(response, request) } catch {
        return finish(.failure(error))
      }
      finish(.success(response))
    }
  }
#endif
