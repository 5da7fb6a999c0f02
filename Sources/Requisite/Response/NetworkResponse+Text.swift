extension NetworkResponse {
  /// Decodes the body as text, by the `charset` of its `Content-Type`; as UTF-8 without one, or if it is `none` or `binary`.
  /// ``RequestOptions/charset`` replaces it.
  ///
  /// The names are those of the [WHATWG Encoding standard](https://encoding.spec.whatwg.org/#names-and-labels), where
  /// `iso-8859-1` is windows-1252; `us-ascii` is ASCII alone. The text is decoded by the system: `iconv` on Linux, Core
  /// Foundation on Apple platforms.
  ///
  /// - Throws: ``NetworkRequestError/decodingError(_:)`` if the charset is unknown or the bytes are invalid in it.
  public func text() throws(NetworkRequestError) -> String {
    let charset = charsetName
    guard let text = Charset(named: charset)?.text(of: data) else {
      throw .decodingError(DecodingFailure(.text(charset: charset), type: String.self, response: self))
    }
    return text
  }

  /// The first 200 bytes of the body as text on one line, for error messages; secrets are left out.
  var bodyPreview: String {
    OneLine.text(request.options.redaction.body(data, as: contentType, limit: 200))
  }

  /// The problem details (RFC 9457); nil if the body is not `application/problem+json`, or is malformed.
  public var problem: ProblemDetails? {
    guard contentType?.parametersAside(.problemJSON) == true else { return nil }
    do { return try JSONCoding().decode(ProblemDetails.self, from: data) } catch { return nil }
  }
}
