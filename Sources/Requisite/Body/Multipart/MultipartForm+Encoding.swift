extension MultipartForm {
  /// The form as a body, announced as `contentType` with the boundary added.
  ///
  /// - Throws: ``NetworkRequestError/invalidRequest(_:)`` if the boundary is invalid or occurs in a part, `contentType`
  ///   is not multipart or has a boundary of its own, a name contains a control character, a header field is not allowed, a
  ///   value cannot be encoded, or a file cannot be read.
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
      let problem =
        "“\(boundary)” is not a boundary: it has 1 to 70 characters of A-Z, a-z, 0-9 and "
        + "'()+_,-./:=? (RFC 2046 §5.1.1)"
      throw .invalidRequest(InvalidRequest(.body, problem))
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
  /// `multipart/form-data`, to which the boundary is added when the request is built.
  public var defaultContentType: String { "multipart/form-data" }

  /// The form: in memory, or as a stream if a part is a file.
  public func httpBody(
    as contentType: String?, with coders: BodyCoders
  ) throws(NetworkRequestError) -> HTTPBody {
    try encoded(as: contentType ?? defaultContentType, with: coders)
  }
}

/// Joins the parts of a form: consecutive parts in memory become one `Data`, and each file is a stream between two of them.
private struct MultipartWriter {
  private let boundary: String
  private let coders: BodyCoders
  private let mark: ByteSearch
  private var pieces: [ByteStream] = []
  private var lengthOfPieces: Int64 = 0
  private var data = Data()

  init(boundary: String, coders: BodyCoders) {
    self.boundary = boundary
    self.coders = coders
    mark = ByteSearch("--\(boundary)")
  }

  mutating func append(_ part: MultipartForm.Part) throws(NetworkRequestError) {
    let head = try header(of: part)
    switch part.content {
    case .data(let bytes): try append(bytes, of: part, head: head)
    case .value(let value): try append(try encoded(value, of: part), of: part, head: head)
    case .file(let url):
      let length = try HTTPBody.length(of: url)
      data.append(contentsOf: head.utf8)
      append(ByteStream.file(url, length: length), length: length)
    }
    data.append(contentsOf: "\r\n".utf8)
  }

  consuming func finished(announced contentType: String) -> HTTPBody {
    data.append(contentsOf: "--\(boundary)--\r\n".utf8)
    guard !pieces.isEmpty else {
      return HTTPBody(content: .data(data), contentType: contentType, isEncoded: true)
    }
    let streams = pieces + [ByteStream(data)]
    let length = lengthOfPieces.saturatingSum(Int64(data.count))
    let stream = BodyStream(length: length, restarting: { ByteStream(concatenating: streams) })
    return HTTPBody(content: .stream(stream), contentType: contentType, isEncoded: true)
  }

  private mutating func append(
    _ bytes: Data, of part: MultipartForm.Part, head: String
  ) throws(NetworkRequestError) {
    guard !mark.occurs(in: bytes) else { throw Self.fault("the boundary occurs in \(part.label)") }
    data.append(contentsOf: head.utf8)
    data.append(bytes)
  }

  private mutating func append(_ stream: ByteStream, length: Int64) {
    pieces += [ByteStream(data), stream]
    lengthOfPieces = lengthOfPieces.saturatingSum(Int64(data.count)).saturatingSum(length)
    data = Data()
  }

  private func encoded(
    _ value: any Encodable & Sendable, of part: MultipartForm.Part
  ) throws(NetworkRequestError) -> Data {
    let type = part.headers[.contentType] ?? MediaType.json.description
    guard case .data(let bytes) = try coders.encode(value, as: type).content else { return Data() }
    return bytes
  }

  /// The delimiter, the header fields of the part, and the empty line.
  private func header(of part: MultipartForm.Part) throws(NetworkRequestError) -> String {
    var text = "--\(boundary)\r\n"
    if let name = part.name {
      guard !part.headers.contains(.contentDisposition) else {
        throw Self.fault("\(part.label) has both a name and its own Content-Disposition")
      }
      guard [name, part.fileName ?? ""].allSatisfy(MultipartName.canBeSent) else {
        throw Self.fault("\(part.label) has a control character in its name or file name")
      }
      text += "Content-Disposition: form-data; name=\"\(MultipartName.escaped(name))\""
      if let fileName = part.fileName { text += "; filename=\"\(MultipartName.escaped(fileName))\"" }
      text += "\r\n"
    } else if part.fileName != nil {
      throw Self.fault("\(part.label) has a file name but no name")
    }
    do { try part.headers.validate() } catch {
      throw Self.fault("\(part.label) has a header field that is not allowed", cause: error)
    }
    for field in part.headers { text += "\(field.name): \(field.value)\r\n" }
    return text + "\r\n"
  }

  private static func fault(_ problem: String, cause: (any Error)? = nil) -> NetworkRequestError {
    .invalidRequest(InvalidRequest(.body, problem, underlyingError: cause))
  }
}

extension MultipartForm.Part {
  fileprivate var label: String { name.map { "the part “\($0)”" } ?? "a part without a name" }
}
