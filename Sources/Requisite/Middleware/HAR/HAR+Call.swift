extension HAR.Entry {
  /// The entry of a call that has just ended, without its secrets.
  init(_ call: ObservedCall, endedAt end: Date) {
    let redaction = call.request.options.redaction
    request = HAR.Request(call.request, redaction)
    startedDateTime = (end - call.duration / .seconds(1)).formatted(
      Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    time = call.duration.milliseconds
    switch call.outcome {
    case .success(let answer):
      response = HAR.Response(answer, redaction)
      timings = HAR.Timings(answer.timings ?? TransferTimings(), within: call.duration)
      serverIPAddress = answer.timings?.remoteAddress.map(Self.host)
    case .failure(let error):
      response = HAR.Response(status: 0, content: HAR.Content())
      timings = HAR.Timings(TransferTimings(), within: call.duration)
      comment = error.description
    }
  }

  /// The address without its port, and without the brackets of IPv6.
  private static func host(_ address: String) -> String {
    let host = address.prefix(upTo: address.lastIndex(of: ":") ?? address.endIndex)
    return host.filter { $0 != "[" && $0 != "]" }
  }
}

extension HAR.Timings {
  /// The phases of the last exchange of a call. What the exchange did not take, such as waits, is `blocked`.
  init(_ phases: TransferTimings, within whole: Duration) {
    if !phases.reusedConnection, phases.connected > .zero {
      dns = (phases.nameResolved - phases.queued).milliseconds
      connect = (phases.secured - phases.nameResolved).milliseconds
      if phases.secured > phases.connected { ssl = (phases.secured - phases.connected).milliseconds }
    }
    send = 0
    wait = (phases.firstByte - phases.requestSent).milliseconds
    receive = (phases.lastByte - phases.firstByte).milliseconds
    blocked = max(.zero, whole - (phases.lastByte - phases.queued)).milliseconds
  }
}

extension HAR.Request {
  fileprivate init(_ request: TransportRequest, _ redaction: Redaction) {
    method = request.method.rawValue
    url = redaction.url(request.url)
    headers = HAR.pairs(redaction.headers(request.headers))
    let query = url.prefix { $0 != "#" }.drop { $0 != "?" }.dropFirst()
    queryString = QueryParams(encoded: String(query)).items.map { HAR.Pair(name: $0.name, value: $0.value) }
    let type = request.headers[.contentType] ?? ""
    switch request.body.content {
    case .none: bodySize = 0
    case .data(let data):
      let (text, encoding) = HAR.text(redaction.data(data, as: request.headers, keepsOthers: true))
      bodySize = Int64(data.count)
      postData = HAR.PostData(mimeType: type, text: text, encoding: encoding)
    case .file, .stream: postData = HAR.PostData(mimeType: type, text: "", comment: "\(request.body)")
    }
  }
}

extension HAR.Response {
  fileprivate init(_ response: TransportResponse, _ redaction: Redaction) {
    status = response.status
    statusText = HTTPStatus.phrase(status) ?? ""
    httpVersion = response.timings?.httpVersion ?? ""
    headers = HAR.pairs(redaction.headers(response.headers))
    redirectURL = response.headers[.location].map(redaction.text) ?? ""
    bodySize = response.timings?.bytesReceived ?? -1
    let type = response.headers[.contentType] ?? ""
    switch response.body {
    case .data(let data):
      let (text, encoding) = HAR.text(redaction.data(data, as: response.headers, keepsOthers: true))
      content = HAR.Content(size: Int64(data.count), mimeType: type, text: text, encoding: encoding)
    case .file, .stream: content = HAR.Content(mimeType: type, comment: response.body.summary)
    }
  }
}

extension HAR {
  fileprivate static func pairs(_ headers: HTTPHeaders) -> [Pair] {
    headers.map { Pair(name: $0.name.rawValue, value: $0.value) }
  }

  /// A body as text, or as base 64 if it is not UTF-8.
  fileprivate static func text(_ data: Data) -> (text: String, encoding: String?) {
    String(validUTF8: data).map { ($0, nil) } ?? (data.base64EncodedString(), "base64")
  }
}

extension Duration {
  /// The time in milliseconds, to the microsecond.
  fileprivate var milliseconds: Double { (self / .microseconds(1)).rounded() / 1_000 }
}
