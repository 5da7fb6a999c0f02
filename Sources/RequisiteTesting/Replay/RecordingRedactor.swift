/// Leaves secrets out of recordings: by the names of header fields, query items and members of bodies, and from URLs in
/// any text.
struct RecordingRedactor {
  private let redactions: [Redaction]

  /// - Parameters:
  ///   - redaction: The recording's. A revealing one leaves nothing out.
  ///   - own: The request's, which can hide more. A revealing one is meant for logs, and reveals nothing here.
  init(_ redaction: Redaction, and own: Redaction) {
    redactions = redaction.isRevealing ? [] : [redaction, own]
  }

  func url(_ url: URL) -> String {
    links(
      redactions.reduce(url.absoluteString) { text, redaction in
        URL(string: text).map { redaction.url($0) } ?? text
      })
  }

  func headers(_ headers: HTTPHeaders, leavingOut names: Set<HTTPHeaderName>) -> HTTPHeaders {
    let kept = HTTPHeaders(headers.filter { !names.contains($0.name) })
    return HTTPHeaders(
      redactions.reduce(kept) { $1.headers($0) }.map { HTTPHeader($0.name, links($0.value)) })
  }

  func body(_ data: Data, type: MediaType?) -> RecordedBody {
    // The parts of a multipart form are redacted before its bytes are written as base 64.
    let isMultipart = type?.type == "multipart"
    let headers: HTTPHeaders = isMultipart ? [.contentType: type?.description ?? ""] : [:]
    var data = isMultipart ? redactions.reduce(data) { $1.data($0, as: headers) } : data
    if type?.isJSON == true { data = redactions.reduce(data) { $1.json($0) } }
    let body = RecordedBody(data, type: type)
    switch body.content {
    case .none, .omitted: return body
    case .base64(let bytes):
      return !isMultipart && hasSecret(bytes) ? .text(Redaction.mark) : body
    case .json(let document): return RecordedBody(content: .json(json(document)))
    case .text(let text):
      return .text(links(redactions.reduce(text) { $1.text($0, as: type) }))
    }
  }

  private func json(_ document: JSONDocument) -> JSONDocument {
    switch document {
    case .object(let members):
      let redacted = members.map { name, value in
        (name, hides(name) ? JSONDocument.string(Redaction.mark) : json(value))
      }
      return .object(Dictionary(uniqueKeysWithValues: redacted))
    case .array(let elements): return .array(elements.map(json))
    case .string(let text): return .string(links(text))
    default: return document
    }
  }

  /// True for text with NULs, as in UTF-16, that contains a secret, and for a binary property list with its name.
  private func hasSecret(_ bytes: Data) -> Bool {
    let letters = bytes.filter { $0 != 0 }
    if bytes.starts(with: "bplist".utf8) {
      return letters.split(whereSeparator: { !(0x21..<0x7F).contains($0) })
        .contains { hides(String(decoding: $0, as: UTF8.self)) }
    }
    guard case .text(let text) = RecordedBody(letters, type: nil).content else { return false }
    return !links(text).utf8.elementsEqual(text.utf8)
  }

  private func hides(_ name: String) -> Bool { redactions.contains { $0.hidesValue(of: name) } }

  /// Returns the text without the secrets in its URLs, JSON and forms. URLs can be absolute or relative.
  private func links(_ text: String) -> String {
    redactions.reduce(text) { $1.text($0) }
  }
}
