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
      let file: TransferFile? =
        if case .file = request.delivery { try await TransferFile.open(for: request) } else { nil }
      // As `CurlSession.perform`, whose frame would be another allocation of each call: it is not inlined across modules.
      let (session, transfer) = (session, transfer)
      let problem = await withTaskCancellationHandler {
        await withUnsafeContinuation { continuation in
          transfer.wait(with: continuation)
          session.submit(transfer)
        }
      } onCancel: {
        session.cancel(transfer)
      }
      if let response = try whole(problem) { return response }
      return try await streaming(to: file)
    }

    /// Returns the response, whose body is whole or which a problem ended; nil if its body is a stream that begins now.
    ///
    /// Never inlined, so that its stack space is not part of the frame that waits for the response.
    @inline(never)
    private func whole(_ problem: CurlProblem?) throws(NetworkRequestError) -> TransportResponse? {
      if let problem { return try unfinished(problem) }
      guard transfer.takeBack() else { throw .cancelled(request) }
      return transfer.stream == nil ? try received() : nil
    }

    /// Returns the response, or ends the transfer.
    private func received() throws(NetworkRequestError) -> TransportResponse {
      do throws(CurlProblem) { return try response() } catch {
        // Without a reader, the transfer would stay under way.
        if transfer.stream != nil { session.cancel(transfer) }
        throw error.error(for: request).afterSending()
      }
    }

    /// Returns the response: complete if its body was collected in memory, or else its header section.
    private func response() throws(CurlProblem) -> TransportResponse {
      let status = transfer.status
      guard status >= 100 else { throw .badResponse("the response has no status") }
      let headers = transfer.fields.headers
      if let problem = request.problem(ofStatus: status, headers) { throw .badResponse(problem) }
      var response = TransportResponse(status: status, headers: headers, url: request.url)
      response.timings = TransferTimings(transfer.timings)
      guard transfer.stream == nil else { return response }
      let trailers = transfer.trailerFields
      if !trailers.isEmpty { response.trailers = trailers.headers }
      let data = transfer.takeBody()
      if let problem = request.problem(ofBody: data.count, status, headers) { throw .badResponse(problem) }
      response.body = .data(data)
      return response
    }

    /// The part of the response that has arrived; nil if it is malformed or cannot be used.
    private var head: TransportResponse? {
      do throws(CurlProblem) { return try response() } catch { return nil }
    }

    /// Returns the part of an in-memory response that has arrived if its status decides the call, or else throws
    /// `problem` as an error.
    private func unfinished(_ problem: CurlProblem) throws(NetworkRequestError) -> TransportResponse {
      guard transfer.takeBack() else { throw problem.error(for: request) }
      // A 407 to CONNECT is the response that a 407 to a request is, but for the proxy's other fields and its body: they must
      // not count as those of the origin, whose URL it is.
      if case .proxyRefused(_, 407, let challenges) = problem {
        return TransportResponse(status: 407, headers: challenges.headers, url: request.url)
      }
      let error = problem.error(for: request).inPhase(transfer.wasSent ? .sent : .unprocessed)
      guard transfer.stream == nil, transfer.hasHead else { throw error }
      guard let response = head, case .data(let data) = response.body else { throw error }
      return try response.unfinished(data, error, of: request)
    }

    private func streaming(
      to file: TransferFile?
    ) async throws(NetworkRequestError) -> TransportResponse {
      var response = try received()
      let reader = CurlBodyReader(transfer, in: session)
      let queue = transfer.stream
      let stream = ByteStream(end: { queue?.end.map(ByteStream.End.init) }, discard: reader.cancel) {
        () async throws(NetworkRequestError) in try await next(reader)
      }
      do throws(NetworkRequestError) {
        if request.delivery == .streamed || request.leavesRedirects && Redirection.leadsOn(response) {
          file?.discard()
          response.body = .stream(stream)
          return response
        }
        response = try await deliver(stream, of: response, to: file)
        if let end = stream.end { (response.trailers, response.timings) = (end.trailers, end.timings) }
        return response
      } catch {
        reader.cancel()
        throw error.afterSending()
      }
    }

    /// Returns the next chunk of the body, decoded, or nil at the end. An error cancels the transfer.
    private func next(_ reader: CurlBodyReader) async throws(NetworkRequestError) -> Data? {
      do throws(CurlProblem) {
        if let chunk = try await reader.next() { return chunk }
        if transfer.status == 206,
          let problem = request.problem(ofBody: reader.received, 206, transfer.fields.headers)
        {
          throw .badResponse(problem)
        }
        return nil
      } catch {
        reader.cancel()
        throw error.error(for: request).afterSending()
      }
    }

    /// Writes the body of a success to the file, if there is one. Otherwise deletes the file and collects the body in memory.
    private func deliver(
      _ stream: ByteStream, of response: TransportResponse, to file: TransferFile?
    ) async throws(NetworkRequestError) -> TransportResponse {
      var response = response
      if let file, TransferFile.takes(response.status, of: request) {
        response.body = .file(try await file.receive(stream))
        return response
      }
      file?.discard()
      let limit = request.options.maximumBodySize
      var (data, iterator) = (Data(), stream.makeAsyncIterator())
      do throws(NetworkRequestError) {
        while let chunk = try await iterator.next() {
          let room = limit - data.count
          data.append(chunk.prefix(room))
          guard chunk.count <= room else { throw .bodyTooLarge(limit, request: request) }
        }
      } catch {
        return try response.unfinished(data, error, of: request)
      }
      response.body = .data(data)
      return response
    }
  }

  extension TransferTimings {
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
      self.init(trailers: end.trailers.headers, timings: TransferTimings(end.timings))
    }
  }
#endif
