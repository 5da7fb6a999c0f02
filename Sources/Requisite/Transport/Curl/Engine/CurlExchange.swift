#if os(Linux)
  /// One request and its response, from the view of the task that waits for them.
  struct CurlExchange {
    private let request: TransportRequest
    private let engine: CurlEngine
    private let transfer: CurlTransfer

    /// Checks the request and prepares its transfer, without sending anything.
    ///
    /// Never inlined, so that its stack space is not part of the frame that waits for the response.
    @inline(never)
    init(_ request: TransportRequest, engine: CurlEngine) throws(NetworkRequestError) {
      // Without libcurl, there is no function that could prepare the request.
      if let problem = engine.problem { throw problem.error(for: request) }
      (self.request, self.engine) = (request, engine)
      let prepared = try CurlRequest(request, rules: engine.rules, pins: engine.pins)
      transfer = CurlTransfer(prepared, progress: CurlProgress(request))
    }

    // Inlined, because each asynchronous function of a call costs a frame and two switches of the executor.
    @inline(__always)
    func run() async throws(NetworkRequestError) -> TransportResponse {
      guard !Task.isCancelled else { throw .cancelled(request) }
      let file: TransferFile? =
        if case .file = request.delivery { try await TransferFile.open(for: request) } else { nil }
      let (engine, transfer) = (engine, transfer)
      let problem = await withTaskCancellationHandler {
        await withUnsafeContinuation { continuation in
          transfer.wait(with: continuation)
          engine.submit(transfer)
        }
      } onCancel: {
        engine.post(.cancel(transfer))
      }
      if let problem { return try unfinished(problem) }
      guard transfer.takeBack() else { throw .cancelled(request) }
      do throws(CurlProblem) {
        let (response, decoder) = try response()
        guard transfer.stream != nil else { return response }
        return try await streaming(response, decoder, to: file)
      } catch {
        // Without a reader, the transfer would stay under way.
        if transfer.stream != nil { engine.post(.cancel(transfer)) }
        throw error.error(for: request).afterSending()
      }
    }

    /// Returns the response: complete if its body was collected in memory, or else its header section, with the decoder
    /// for the stream.
    ///
    /// Never inlined, so that its stack space is not part of the frame that waits for the response.
    @inline(never)
    private func response() throws(CurlProblem) -> (TransportResponse, ContentDecoder?) {
      let status = transfer.head.status
      guard status >= 100 else { throw .badResponse("the response has no status") }
      let headers = transfer.head.lines.headers
      if let problem = request.problem(ofStatus: status, headers) { throw .badResponse(problem) }
      var response = TransportResponse(status: status, headers: headers, url: request.url)
      response.timings = TransferTimings(transfer, transfer.measurements)
      guard transfer.stream == nil else {
        let (isWanted, limit) = (transfer.request.decodes, transfer.request.limits.body)
        return (response, ContentDecoder(headers, isWanted: isWanted, limit: limit))
      }
      if !transfer.trailers.isEmpty { response.trailers = transfer.trailers.headers }
      let data = transfer.body.takeData()
      if let problem = request.problem(ofBody: data.count, status, headers) { throw .badResponse(problem) }
      response.body = .data(data)
      return (response, nil)
    }

    /// The part of the response that has arrived; nil if it is malformed or cannot be used.
    private var head: TransportResponse? {
      do throws(CurlProblem) { return try response().0 } catch { return nil }
    }

    /// Returns the part of an in-memory response that has arrived if its status decides the call, or else throws
    /// `problem` as an error. Never inlined.
    @inline(never)
    private func unfinished(_ problem: CurlProblem) throws(NetworkRequestError) -> TransportResponse {
      guard transfer.takeBack() else { throw problem.error(for: request) }
      // A 407 to CONNECT is the response that a 407 to a request is, but for the proxy's other fields and its body: they must
      // not count as those of the origin, whose URL it is.
      if case .proxyRefused(407, let challenges) = problem {
        return TransportResponse(status: 407, headers: challenges, url: request.url)
      }
      let error = problem.error(for: request).sent(transfer.wasSent)
      guard transfer.stream == nil, transfer.head.isComplete else { throw error }
      guard let response = head, case .data(let data) = response.body else { throw error }
      return try response.unfinished(data, error, of: request)
    }

    private func streaming(
      _ response: TransportResponse, _ decoder: ContentDecoder?, to file: TransferFile?
    ) async throws(CurlProblem) -> TransportResponse {
      var response = response
      let reader = CurlStreamReader(transfer, engine: engine, request: request, decoder: decoder)
      let stream = ByteStream(end: { [queue = transfer.stream] in queue?.end }) {
        () async throws(NetworkRequestError) in try await reader.next()
      }
      do throws(NetworkRequestError) {
        if case .streamed = request.delivery {
          response.body = .stream(stream)
          return response
        }
        response = try await deliver(stream, of: response, to: file)
        if let end = stream.end { (response.trailers, response.timings) = (end.trailers, end.timings) }
        return response
      } catch {
        throw .body(error)
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
#endif
