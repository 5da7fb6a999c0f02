/// Formats requests and responses for people to read: a first line, the header fields, the body.
struct MessageText {
  let redaction: Redaction
  /// The maximum number of bytes of a body to show.
  var bodyLimit = 4_096
  /// The maximum size of indented JSON, in bytes; longer JSON is shown as it came.
  static let longestJSON = 64 << 10

  func request(_ request: TransportRequest) -> String {
    let type = request.headers[.contentType].flatMap(MediaType.received)
    return text("\(request)", request.headers, body: body(of: request.body, type))
  }

  func response(_ response: NetworkResponse) -> String {
    text(
      HTTPStatus.words(response.status), response.headers, body: body(of: response.body, response.contentType)
    )
  }

  private func text(_ firstLine: String, _ headers: HTTPHeaders, body: String?) -> String {
    let fields = headers.map { "\($0.name): \(redaction.value(of: $0))" }
    return ([firstLine] + fields + (body.map { ["", $0] } ?? [])).joined(separator: "\n")
  }

  private func body(of body: HTTPBody, _ type: MediaType?) -> String? {
    switch body.content {
    case .none: nil
    case .data(let data): shown(data, type)
    case .file, .stream: "(\(body))"
    }
  }

  private func body(of body: ResponseBody, _ type: MediaType?) -> String? {
    switch body {
    case .data(let data): data.isEmpty ? nil : shown(data, type)
    case .stream, .file: "(\(body.summary))"
    }
  }

  private func shown(_ data: Data, _ type: MediaType?) -> String {
    let text = redaction.body(data, as: type, limit: bodyLimit)
    guard type?.isJSON == true, data.count <= bodyLimit else { return text }
    return JSONText.indented(text, upTo: Self.longestJSON) ?? text
  }
}

extension TransportRequest {
  /// The request as readable text: method and URL, header fields, body.
  ///
  /// JSON of up to 4 KiB is indented; longer bodies are cut off there. Secrets are left out.
  public var prettyPrinted: String { MessageText(redaction: options.redaction).request(self) }
}

extension NetworkResponse {
  /// The response as readable text: status, header fields, body.
  ///
  /// JSON of up to 4 KiB is indented; longer bodies are cut off there. Secrets are left out.
  public var prettyPrinted: String { MessageText(redaction: request.options.redaction).response(self) }
}
