extension TransportRequest {
  /// Throws ``NetworkRequestError/invalidRequest(_:)`` if a part of the URL was set to a value that cannot be sent; or if the
  /// method, a field or the media type of the body, which a transport announces if no field does, could add lines to the
  /// request.
  func validateFields() throws(NetworkRequestError) {
    if let refusal { throw refusal }
    if let problem = method.problem { throw .invalidRequest(problem) }
    try headers.validate()
    guard let type = body.contentType, !headers.contains(.contentType), ASCII.hasControls(type) else {
      return
    }
    throw .invalidRequest(
      .body, "the contentType of the body contains a control character, such as CR, LF or NUL")
  }
}

extension HTTPHeaders {
  /// The fields that frame or route the message. Only the transport writes them, because contradicting values would allow
  /// request smuggling (RFC 9112 §11.2).
  private static let reserved: [HTTPHeaderName] = [
    .contentLength, .transferEncoding, .connection, .host, .upgrade, .trailer, .keepAlive, "Proxy-Connection",
  ]

  /// Refuses fields that must not be sent: a name that is not a token, a value with a control character other than the tab
  /// (RFC 9110 §5.5; CR, LF and NUL are the dangerous ones), and the reserved fields.
  ///
  /// - Throws: ``NetworkRequestError/invalidRequest(_:)`` for the first such field.
  func validate() throws(NetworkRequestError) {
    try withFields { fields throws(NetworkRequestError) in
      for index in fields.indices {
        if let problem = Self.problem(of: fields[index]) { throw .invalidRequest(problem) }
      }
    }
  }

  private static func problem(of field: HTTPHeader) -> InvalidRequest? {
    guard isToken(field.name) else {
      return InvalidRequest(.header, "the header name “\(field.name)” is not a token (RFC 9110 §5.6.2)")
    }
    if reserved.contains(field.name) {
      return InvalidRequest(
        .header, "the header “\(field.name)” can only be written by the transport: remove it")
    }
    guard !ASCII.hasControls(field.value) else {
      return InvalidRequest(
        .header,
        "the value of the header “\(field.name)” contains a control character, such as CR, LF or NUL")
    }
    return nil
  }

  fileprivate static func isToken(_ name: HTTPHeaderName) -> Bool { Token.isValid(name.rawValue) }
}

extension HTTPHeader {
  /// True if the name is a token and the value has no control characters other than the tab.
  var canBeSent: Bool { HTTPHeaders.isToken(name) && !ASCII.hasControls(value) }
}

extension HTTPMethod {
  /// The reason why no request can have the method; nil for a token.
  var problem: InvalidRequest? {
    guard !Token.isValid(rawValue) else { return nil }
    return InvalidRequest(.method, "the method “\(OneLine.text(rawValue))” is not a token (RFC 9110 §9.1)")
  }
}
