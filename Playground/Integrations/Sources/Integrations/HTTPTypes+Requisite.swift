import HTTPTypes
import Requisite

// Converts requests and responses between swift-http-types and Requisite, in both directions, so that a server can
// forward a request with a client of Requisite and return the response.

extension TransportRequest {
  /// Converts a request of swift-http-types and adds a body. The scheme is https and the path `/` if the request has none.
  ///
  /// - Throws: ``NetworkRequestError/invalidRequest(_:)`` if the request has no authority, or its parts do not form a URL.
  public init(_ request: HTTPRequest, body: HTTPBody = .none) throws(NetworkRequestError) {
    let (scheme, authority) = (request.scheme ?? "https", request.authority ?? "")
    let text = "\(scheme)://\(authority)\(request.path ?? "/")"
    guard !authority.isEmpty, let url = URL(string: text) else {
      throw .invalidRequest(InvalidRequest(.baseURL, "“\(authority)” and the path are not a URL"))
    }
    self.init(
      method: HTTPMethod(rawValue: request.method.rawValue), url: url,
      headers: HTTPHeaders(request.headerFields), body: body)
  }

  /// The request without its body; nil if swift-http-types does not accept the method or a field.
  public var httpRequest: HTTPRequest? {
    guard let method = HTTPRequest.Method(rawValue: method.rawValue), let fields = HTTPFields(headers),
      let parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
    else { return nil }
    let path = parts.percentEncodedPath.isEmpty ? "/" : parts.percentEncodedPath
    return HTTPRequest(
      method: method, scheme: scheme, authority: authority,
      path: parts.percentEncodedQuery.map { "\(path)?\($0)" } ?? path, headerFields: fields)
  }
}

extension TransportResponse {
  /// Converts a response of swift-http-types and adds its URL and body.
  public init(_ response: HTTPResponse, url: URL, body: TransportResponse.Body) {
    self.init(
      status: response.status.code, headers: HTTPHeaders(response.headerFields), url: url, body: body)
  }

  /// The response without its body; nil if swift-http-types does not accept a field, or the status does not have three
  /// digits.
  public var httpResponse: HTTPResponse? {
    guard (100...999).contains(status), let fields = HTTPFields(headers) else { return nil }
    return HTTPResponse(status: HTTPResponse.Status(code: status), headerFields: fields)
  }
}

extension HTTPHeaders {
  /// Converts fields of swift-http-types. Keeps their order and repeated fields.
  public init(_ fields: HTTPFields) {
    self.init(fields.map { HTTPHeader(HTTPHeaderName($0.name.rawName), $0.value) })
  }
}

extension HTTPFields {
  /// Converts header fields of Requisite. Keeps their order and repeated fields.
  ///
  /// Returns nil if a name is not a token (RFC 9110 §5.6.2).
  public init?(_ headers: HTTPHeaders) {
    self.init()
    for field in headers {
      guard let name = HTTPField.Name(field.name.rawValue) else { return nil }
      append(HTTPField(name: name, value: field.value))
    }
  }
}
