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

  /// The first bytes of the body as text on one line, to be shown to people.
  var bodyPreview: String {
    guard !data.isEmpty else { return "(empty)" }
    let limit = 200
    let text = String(decoding: data.prefix(limit), as: UTF8.self)
    let line = String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 })
    return data.count > limit ? "\(line)… (\(data.count) bytes)" : line
  }

  /// The problem details (RFC 9457), where the body is of type `application/problem+json`.
  public var problem: ProblemDetails? {
    guard contentType?.parametersAside(.problemJSON) == true else { return nil }
    do { return try JSONDecoder().decode(ProblemDetails.self, from: data) } catch { return nil }
  }
}
