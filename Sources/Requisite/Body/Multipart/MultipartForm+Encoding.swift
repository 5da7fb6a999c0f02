extension MultipartForm {
  /// The form as a body announced as `contentType` with the boundary added.
  ///
  /// - Throws: ``NetworkRequestError/invalidRequest(_:)`` where the boundary is none or occurs in a part, a header
  ///   field is not allowed, a value cannot be encoded, or a file cannot be read.
  public func encoded(
    as contentType: String = "multipart/form-data", with coders: BodyCoders = .standard
  ) throws(NetworkRequestError) -> HTTPBody {
    let announced = try announcement(contentType)
    var writer = MultipartWriter(boundary: boundary, coders: coders)
    for part in parts { try writer.append(part) }
    return writer.finished(announced: announced)
  }

  private func announcement(_ contentType: String) throws(NetworkRequestError) -> String {
    guard MultipartBoundary.isValid(boundary) else {
      throw .invalidRequest(InvalidRequest(.body, "“\(boundary)” is no boundary (RFC 2046 §5.1.1)"))
    }
    guard let type = MediaType(contentType), type.type == "multipart", type[parameter: "boundary"] == nil
    else {
      let problem =
        "the contentType “\(contentType)” is declared for a MultipartForm: "
        + "it must be multipart, and the boundary is added to it"
      throw .invalidRequest(InvalidRequest(.body, problem))
    }
    let parameter = MediaType.Parameter(name: "boundary", value: boundary)
    return MediaType(type: type.type, subtype: type.subtype, parameters: type.parameters + [parameter])
      .description
  }
}

extension MultipartForm: HTTPBodyConvertible {
  /// `multipart/form-data`; the boundary is added when it is announced.
  public var defaultContentType: String { "multipart/form-data" }

  /// The form, in memory, or as a stream where it has a file.
  public func httpBody(
    as contentType: String?, with coders: BodyCoders
  ) throws(NetworkRequestError) -> HTTPBody {
    try encoded(as: contentType ?? defaultContentType, with: coders)
  }
}
