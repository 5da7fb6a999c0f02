extension MultipartForm {
  /// Reads a multipart message: of a form (RFC 7578), or of any other kind (RFC 2046 §5.1).
  ///
  /// What stands before the first boundary and behind the last is skipped. Content-Transfer-Encodings are not undone.
  /// A line that only begins with the boundary is content. The time it takes grows with the number of bytes, whatever
  /// they are.
  ///
  /// - Throws: `DecodingError.dataCorrupted`, which names the part at fault, where the message does not end with the
  ///   closing boundary, or a part's header fields are malformed.
  public init(decoding data: Data, boundary: String) throws(DecodingError) {
    let data = data.startIndex == 0 ? data : Data(data)
    let delimiters = try MultipartDelimiter.all(in: data, boundary: boundary)
    var parts: [Part] = []
    for (index, (opening, closing)) in zip(delimiters, delimiters.dropFirst()).enumerated() {
      do {
        parts.append(try MultipartPartReader(data: data, range: opening.end..<closing.start).part())
      } catch {
        throw .multipart("part \(index + 1): \(error.text)")
      }
    }
    self.init(parts, boundary: boundary)
  }
}

extension NetworkResponse {
  /// The parts of the body, whose `Content-Type` must be a multipart one with a boundary.
  ///
  /// - Throws: ``NetworkRequestError/decodingError(_:)`` where it is none, or the body is not what it says.
  public func multipartForm() throws(NetworkRequestError) -> MultipartForm {
    do {
      guard let type = contentType, type.type == "multipart", let boundary = type[parameter: "boundary"]
      else {
        throw DecodingError.multipart("the Content-Type is not a multipart one with a boundary")
      }
      return try MultipartForm(decoding: data, boundary: boundary)
    } catch {
      throw .decodingError(DecodingFailure(.decoder(error), type: MultipartForm.self, response: self))
    }
  }
}

extension MultipartForm: ResponseConvertible {
  /// Whole, as it is.
  public static var responseForm: ResponseForm { .raw }
  /// The parts of the response.
  public init(response: NetworkResponse, decoder: any ResponseDecoder) throws(NetworkRequestError) {
    self = try response.multipartForm()
  }
}

extension DecodingError {
  static func multipart(_ text: String) -> DecodingError {
    .dataCorrupted(DecodingError.Context(codingPath: [], debugDescription: "no multipart message: \(text)"))
  }
}
