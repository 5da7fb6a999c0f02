extension NetworkResponse {
  /// The body as text, by the `charset` of its `Content-Type`; UTF-8 where there is none.
  ///
  /// - Throws: ``NetworkRequestError/decodingError(_:)`` where the charset is unknown or the bytes are none of it.
  public func text() throws(NetworkRequestError) -> String {
    let charset = contentType?[parameter: "charset"] ?? "utf-8"
    guard let encoding = Charset.encoding(named: charset),
      let text = Charset.text(of: data, in: encoding)
    else {
      throw .decodingError(DecodingFailure(.text(charset: charset), type: String.self, response: self))
    }
    return text
  }

  /// The start of the body as text on one line, to be shown to people, without what is known to be secret.
  var bodyPreview: String {
    let text = request.options.redaction.body(data, as: contentType, limit: 200)
    var line = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { line.append(Self.breaksLines(scalar) ? " " : scalar) }
    return String(line)
  }

  /// Control characters too: what is shown to people must not move their cursor.
  private static func breaksLines(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }

  /// The problem details (RFC 9457), where the body is of type `application/problem+json`.
  public var problem: ProblemDetails? {
    guard contentType?.parametersAside(.problemJSON) == true else { return nil }
    do { return try JSONCoding().decode(ProblemDetails.self, from: data) } catch { return nil }
  }
}
