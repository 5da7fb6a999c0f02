import FlyingFox
import Foundation

extension HTTPResponse {
  /// Makes a response of FlyingFox.
  ///
  /// A response to HEAD has the length of the body, but no body (RFC 9110 §9.3.2).
  init(_ response: ServerResponse, to method: HTTPMethod) {
    let body = Data(response.text.utf8)
    var headers = HTTPHeaders([
      .contentType: response.mediaType,
      .contentLength: String(body.count),
      .cacheControl: "no-cache",
    ])
    for header in response.headers { headers.addValue(header.value, for: HTTPHeader(header.name)) }
    self.init(
      statusCode: HTTPStatusCode(response.status, phrase: Self.phrase(for: response.status)),
      headers: headers,
      body: method == .HEAD ? Data() : body
    )
  }

  private static func phrase(for status: Int) -> String {
    switch status {
    case 200: "OK"
    case 201: "Created"
    case 400: "Bad Request"
    case 404: "Not Found"
    case 409: "Conflict"
    case 413: "Content Too Large"
    case 415: "Unsupported Media Type"
    default: "Insufficient Storage"
    }
  }
}
