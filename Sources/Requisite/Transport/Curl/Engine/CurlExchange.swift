#if os(Linux)
  /// One request and its response, as the task sees it that waits for them.
  struct CurlExchange {
    private let request: TransportRequest
    private let engine: CurlEngine
    private let transfer: CurlTransfer

    /// Checks the request and makes it ready; nothing is sent yet. Never inlined: what this takes is not to be in the
    /// frame that waits for the response.
    @inline(never)
    init(_ request: TransportRequest, engine: CurlEngine) throws(NetworkRequestError) {
      (self.request, self.engine) = (request, engine)
      let prepared = try CurlRequest(request, configuration: engine.configuration)
      transfer = CurlTransfer(prepared, progress: CurlProgress(request))
    }

    func run() async throws(NetworkRequestError) -> TransportResponse {
      guard !Task.isCancelled else { throw .cancelled(request) }
      let file = try await TransferFile.open(for: request)
      let (engine, transfer) = (engine, transfer)
      let problem = await withTaskCancellationHandler {
        await withUnsafeContinuation { continuation in
          transfer.wait(with: continuation)
          engine.submit(transfer)
        }
      } onCancel: {
        engine.post(.cancel(transfer))
      }
      if let problem { throw problem.error(for: request) }
      guard transfer.takeBack() else { throw .cancelled(request) }
      do throws(CurlProblem) {
        let (response, decoder) = try response()
        guard transfer.stream != nil else { return response }
        return try await streaming(response, decoder, to: file)
      } catch {
        // A stream would go on without a reader.
        if transfer.stream != nil { engine.post(.cancel(transfer)) }
        throw error.error(for: request)
      }
    }

    /// What has come: all of a response that is held in memory, of others the header section. Apart, so that what this
    /// takes is not in the frame that waits for it.
    @inline(never)
    private func response() throws(CurlProblem) -> (TransportResponse, ContentDecoder?) {
      let status = transfer.head.status
      let head = try transfer.head.lines.withBytes { bytes throws(CurlProblem) in
        try CurlHead(bytes, status: status)
      }
      let decoder = ContentDecoder(head.headers, isWanted: decodes)
      var response = TransportResponse(status: head.status, headers: head.headers, url: request.url)
      response.timings = TransferTimings(transfer, transfer.measurements)
      guard transfer.stream == nil else { return (response, decoder) }
      if !transfer.trailers.isEmpty { response.trailers = transfer.trailers.withBytes(CurlHead.fields) }
      response.body = .data(try body(decoder))
      return (response, nil)
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
        response.body = try await deliver(stream, response.status, to: file)
        if let end = stream.end { (response.trailers, response.timings) = (end.trailers, end.timings) }
        return response
      } catch {
        throw .body(error)
      }
    }

    private func body(_ decoder: ContentDecoder?) throws(CurlProblem) -> Data {
      guard let decoder else { return transfer.body.takeData() }
      let limit = request.options.maximumBodySize
      let data = try transfer.body.withBytes { bytes throws(CurlProblem) in
        try decoder.decodeAll(bytes, limit: limit)
      }
      transfer.body = CurlBuffer()
      return data
    }

    private func deliver(
      _ stream: ByteStream, _ status: Int, to file: TransferFile?
    ) async throws(NetworkRequestError) -> ResponseBody {
      guard let file else { return .stream(stream) }
      guard (200..<300).contains(status) else {
        file.discard()
        return .data(try await stream.collected(upTo: request.options.maximumBodySize))
      }
      return .file(try await file.receive(stream))
    }

    /// Only what the transport asked for is its to decode.
    private var decodes: Bool { CurlRequest.asksForCoding(request, engine.configuration) }
  }
#endif
