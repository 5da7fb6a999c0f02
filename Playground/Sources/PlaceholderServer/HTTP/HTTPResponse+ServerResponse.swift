import FlyingFox
import Foundation

extension HTTPResponse {
  /// Makes a response of FlyingFox.
  ///
  /// A response to HEAD has the length of the body, but no body (RFC 9110 §9.3.2). A response that the client has already,
  /// by its entity tag, is a 304 (§13.1.2).
  init(_ response: ServerResponse, to request: HTTPRequest) {
    let body = Data(response.text.utf8)
    var headers = HTTPHeaders([.contentType: response.mediaType, .contentLength: String(body.count)])
    for header in response.headers { headers.addValue(header.value, for: HTTPHeader(header.name)) }
    if headers[.cacheControl] == nil { headers[.cacheControl] = "no-cache" }
    var status = response.status
    if status == 200, [.GET, .HEAD].contains(request.method) {
      headers[.eTag] = Self.tag(of: body)
      if request.headers[HTTPHeader("If-None-Match")] == headers[.eTag] { status = 304 }
    }
    self.init(
      statusCode: HTTPStatusCode(status, phrase: Self.phrase(for: status)),
      headers: headers,
      body: request.method == .HEAD || status == 304 ? Data() : body
    )
  }

  /// The entity tag of a body: its FNV-1a hash, which is the same in every run.
  private static func tag(of body: Data) -> String {
    let hash = body.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    return "\"\(String(hash, radix: 16))\""
  }

  private static func phrase(for status: Int) -> String {
    switch status {
    case 200: "OK"
    case 201: "Created"
    case 304: "Not Modified"
    case 400: "Bad Request"
    case 404: "Not Found"
    case 409: "Conflict"
    case 413: "Content Too Large"
    case 415: "Unsupported Media Type"
    case 503: "Service Unavailable"
    default: "Insufficient Storage"
    }
  }
}
