/// Leaves secrets out of recordings, by the rules of ``Redaction``. Hidden values of JSON keep their type, so that a
/// recording can be decoded.
struct RecordingRedactor {
  private let redactions: [Redaction]

  /// - Parameters:
  ///   - redaction: The recording's. A revealing one leaves nothing out.
  ///   - own: The request's, which can hide more. A revealing one is meant for logs, and reveals nothing here.
  init(_ redaction: Redaction, and own: Redaction) {
    redactions = redaction.isRevealing ? [] : [redaction, own]
  }

  func url(_ url: String) -> String { redactions.reduce(url) { $1.url($0) } }

  func headers(_ headers: HTTPHeaders, leavingOut names: Set<HTTPHeaderName>) -> HTTPHeaders {
    redactions.reduce(HTTPHeaders(headers.filter { !names.contains($0.name) })) { $1.headers($0) }
  }

  /// The body without secrets. Text and bytes of other kinds than JSON, forms and multipart forms are kept, without what
  /// looks like a credential in text.
  func body(_ data: Data, type: MediaType?) -> RecordedBody {
    let isMultipart = type?.type == "multipart"
    let headers: HTTPHeaders = isMultipart ? [.contentType: type?.description ?? ""] : [:]
    let data = isMultipart ? redactions.reduce(data) { $1.data($0, as: headers, keepsOthers: true) } : data
    let body = RecordedBody(data, type: type)
    switch body.content {
    case .none, .omitted, .base64: return body
    case .json(let document):
      let redacted = document.hiding(
        { name in redactions.contains { $0.hidesValue(of: name) } },
        redactingTexts: { text in redactions.reduce(text) { $1.text($0) } })
      return RecordedBody(content: .json(redacted))
    case .text(let text): return .text(redactions.reduce(text) { $1.text($0, as: type) })
    }
  }
}
