extension MultipartForm {
  /// Reads a multipart message: a form (RFC 7578), or any other kind (RFC 2046 §5.1).
  ///
  /// Text before the first boundary and after the last one is skipped. A `Content-Transfer-Encoding` is not decoded.
  /// A line that only begins with the boundary counts as content. The time is linear in the number of bytes,
  /// whatever they contain.
  ///
  /// - Throws: `DecodingError.dataCorrupted`, which names the part at fault, if the message does not end with the
  ///   closing boundary or the header fields of a part are malformed.
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
  /// Reads the body as a multipart message.
  ///
  /// Its `Content-Type` must be a multipart type with a boundary.
  ///
  /// - Throws: ``NetworkRequestError/decodingError(_:)`` for another `Content-Type`, or if the body is malformed.
  public func multipartForm() throws(NetworkRequestError) -> MultipartForm {
    do {
      guard let type = contentType, type.type == "multipart", let boundary = type[parameter: "boundary"]
      else {
        throw DecodingError.multipart("the Content-Type is not a multipart type with a boundary")
      }
      return try MultipartForm(decoding: data, boundary: boundary)
    } catch {
      throw .decodingError(DecodingFailure(.decoder(error), type: MultipartForm.self, response: self))
    }
  }
}

extension MultipartForm: ResponseConvertible {
  /// ``ResponseForm/raw``: the body is read into memory, and the request has no `Accept` field.
  public static var responseForm: ResponseForm { .raw }
  /// Reads the body of the response as a multipart message, without using the decoder.
  ///
  /// - Throws: What ``NetworkResponse/multipartForm()`` throws.
  public init(response: NetworkResponse, decoder: any ResponseDecoder) throws(NetworkRequestError) {
    self = try response.multipartForm()
  }
}

extension DecodingError {
  static func multipart(_ text: String) -> DecodingError {
    .dataCorrupted(
      DecodingError.Context(codingPath: [], debugDescription: "not a multipart message: \(text)"))
  }
}

/// Reads one part of a multipart message: header fields, an empty line, content.
struct MultipartPartReader {
  /// A description of what is wrong with a part.
  struct Problem: Error {
    let text: String
  }

  let data: Data
  let range: Range<Int>

  func part() throws(Problem) -> MultipartForm.Part {
    let (head, body) = try sections()
    var fields = try Self.fields(in: data[head])
    // A copy: the indices of a slice would not begin at zero, and it would keep the whole message alive.
    let content = MultipartForm.Part.Content.data(Data(data[body]))
    guard let form = try fields[.contentDisposition].flatMap(MultipartDisposition.init(reading:)) else {
      return MultipartForm.Part(name: nil, headers: fields, content: content)
    }
    fields.remove(.contentDisposition)
    return MultipartForm.Part(name: form.name, fileName: form.fileName, headers: fields, content: content)
  }

  private func sections() throws(Problem) -> (head: Range<Int>, content: Range<Int>) {
    let (start, end) = (range.lowerBound, range.upperBound)
    if range.isEmpty { return (range, range) }
    if data[range].starts(with: "\r\n".utf8) { return (start..<start, start + 2..<end) }
    let emptyLine = data.withUnsafeBytes { bytes in
      ByteSearch("\r\n\r\n").offset(in: UnsafeRawBufferPointer(rebasing: bytes[range]), from: 0)
    }
    if let emptyLine { return (start..<start + emptyLine, start + emptyLine + 4..<end) }
    // Without content the empty line may be missing.
    guard data[range].suffix(2).elementsEqual("\r\n".utf8) else {
      throw Problem(text: "no empty line after the header fields")
    }
    return (start..<end - 2, end..<end)
  }

  private static func fields(in head: Data) throws(Problem) -> HTTPHeaders {
    guard !head.isEmpty else { return HTTPHeaders() }
    guard let text = String(validUTF8: unfolded(head)) else {
      throw Problem(text: "the header fields are not in UTF-8")
    }
    var fields = HTTPHeaders()
    var rest = text.utf8[...]
    while !rest.isEmpty {
      // Every line break has a CR; a CR or LF by itself is refused below.
      let end = rest.firstIndex(of: 0x0D) ?? rest.endIndex
      fields.append(try field(Substring(rest[..<end])))
      rest = rest[end...].dropFirst()
      guard rest.isEmpty || rest.popFirst() == 0x0A else {
        throw Problem(text: "a header field contains a CR")
      }
    }
    return fields
  }

  /// The lines without the line breaks before white space, by which a mail program folds a long field (RFC 5322 §2.2.3).
  private static func unfolded(_ head: Data) -> Data {
    var result = Data()
    for byte in head {
      if ASCII.isWhitespace(byte), result.count > 2, result.suffix(2).elementsEqual("\r\n".utf8) {
        result.removeLast(2)
      }
      result.append(byte)
    }
    return result
  }

  private static func field(_ line: Substring) throws(Problem) -> HTTPHeader {
    guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")), Token.isValid(line[..<colon]),
      !line.utf8.contains(where: { $0 == 0 || $0 == 0x0D || $0 == 0x0A })
    else {
      throw Problem(text: "“\(Redaction.standard.text(String(line)).prefix(80))” is not a header field")
    }
    let value = ASCII.trimmed(line[line.utf8.index(after: colon)...])
    return HTTPHeader(HTTPHeaderName(String(line[..<colon])), String(value))
  }
}

/// Values are read as browsers write them, where a backslash is not an escape. Servers also write `\"` for a quotation mark
/// within a value (RFC 9110 §5.6.4). So `\"` alone is an escape, unless the parameters are malformed then, as in
/// `name="a\"; filename="b"`, where the backslash belongs to the name.
private struct MultipartDisposition {
  let name: String
  let fileName: String?

  /// Returns nil if the disposition is not `form-data`.
  init?(reading text: String) throws(MultipartPartReader.Problem) {
    var rest = Substring(text).utf8
    let type = Self.taken(&rest, until: UInt8(ascii: ";"))
    guard ASCII.equalIgnoringCase(String(ASCII.trimmed(Substring(type))), "form-data") else { return nil }
    do throws(MultipartPartReader.Problem) {
      try self.init(rest, of: text, escapes: true)
    } catch {
      guard text.utf8.contains(UInt8(ascii: "\\")) else { throw error }
      try self.init(rest, of: text, escapes: false)
    }
  }

  private init(
    _ parameters: Substring.UTF8View, of text: String, escapes: Bool
  ) throws(MultipartPartReader.Problem) {
    var rest = parameters
    var values: [String: String] = [:]
    while !rest.isEmpty {
      let (key, value) = try Self.parameter(&rest, of: text, escapes: escapes)
      guard values.updateValue(value, forKey: key) == nil else {
        throw MultipartPartReader.Problem(text: "“\(key)” occurs twice in “\(text)”")
      }
    }
    guard let name = values["name"] else {
      throw MultipartPartReader.Problem(text: "no name in “\(text)”")
    }
    self.name = name
    fileName = values["filename"]
  }

  private static func parameter(
    _ rest: inout Substring.UTF8View, of text: String, escapes: Bool
  ) throws(MultipartPartReader.Problem) -> (key: String, value: String) {
    let key = ASCII.trimmed(Substring(taken(&rest, until: UInt8(ascii: "="))))
    let isQuoted = rest.first == UInt8(ascii: "\"")
    if isQuoted { rest.removeFirst() }
    let end = isQuoted ? quote(in: rest, escapes: escapes) : rest.firstIndex(of: UInt8(ascii: ";"))
    let hasEnd = !isQuoted || end != nil
    let value = rest[..<(end ?? rest.endIndex)]
    rest = end.map { rest[rest.index(after: $0)...] } ?? rest.suffix(0)
    let gap = isQuoted ? ASCII.trimmed(Substring(taken(&rest, until: UInt8(ascii: ";")))) : ""
    guard Token.isValid(key), hasEnd, gap.isEmpty, isQuoted || Token.isValid(ASCII.trimmed(Substring(value)))
    else { throw MultipartPartReader.Problem(text: "malformed parameters in “\(text)”") }
    guard isQuoted else { return (ASCII.lowercased(String(key)), String(ASCII.trimmed(Substring(value)))) }
    let name = escapes ? unescapedQuotes(value) : String(Substring(value))
    return (ASCII.lowercased(String(key)), MultipartName.unescaped(name))
  }

  /// The first quotation mark, other than one after a backslash if that is an escape.
  private static func quote(in text: Substring.UTF8View, escapes: Bool) -> Substring.Index? {
    var last: UInt8 = 0
    return text.firstIndex { byte in
      defer { last = byte }
      return byte == UInt8(ascii: "\"") && !(escapes && last == UInt8(ascii: "\\"))
    }
  }

  private static func unescapedQuotes(_ text: Substring.UTF8View) -> String {
    var result: [UInt8] = []
    for byte in text {
      if byte == UInt8(ascii: "\""), result.last == UInt8(ascii: "\\") { result.removeLast() }
      result.append(byte)
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Removes and returns the bytes before `end`, and removes `end`; all bytes if `end` does not occur.
  private static func taken(_ rest: inout Substring.UTF8View, until end: UInt8) -> Substring.UTF8View {
    guard let offset = rest.firstIndex(of: end) else {
      defer { rest = rest.suffix(0) }
      return rest
    }
    defer { rest = rest[rest.index(after: offset)...] }
    return rest[..<offset]
  }
}

/// A delimiter line between two parts, with the line break before it, which belongs to the delimiter (RFC 2046 §5.1.1).
struct MultipartDelimiter {
  let start: Int
  let end: Int
  let isLast: Bool

  /// All delimiters of a message, up to and including the closing one.
  static func all(in data: Data, boundary: String) throws(DecodingError) -> [MultipartDelimiter] {
    guard MultipartBoundary.isValid(boundary) else {
      throw .multipart("“\(boundary)” is not a valid boundary")
    }
    let found = data.withUnsafeBytes { bytes in
      MultipartScan(bytes: bytes, mark: ByteSearch("--\(boundary)"), markLength: boundary.utf8.count + 2)
        .run()
    }
    guard !found.isEmpty else { throw .multipart("the boundary “\(boundary)” does not occur") }
    guard found.last?.isLast == true else { throw .multipart("the closing boundary is missing") }
    return found
  }
}

/// A scan of a message from delimiter to delimiter.
private struct MultipartScan {
  let bytes: UnsafeRawBufferPointer
  let mark: ByteSearch
  let markLength: Int

  func run() -> [MultipartDelimiter] {
    var found: [MultipartDelimiter] = []
    var offset = 0
    while let match = mark.offset(in: bytes, from: offset) {
      guard let delimiter = delimiter(at: match, after: found.last?.end ?? 0) else {
        offset = match + 1
        continue
      }
      found.append(delimiter)
      if delimiter.isLast { break }
      offset = delimiter.end
    }
    return found
  }

  /// The delimiter whose dashes are at `match`; nil unless it begins a line and is alone on that line.
  private func delimiter(at match: Int, after previous: Int) -> MultipartDelimiter? {
    let start = match == 0 ? 0 : match - 2
    guard match == 0 || (start >= previous && isLineBreak(at: start)) else { return nil }
    var end = match + markLength
    let isLast = end + 1 < bytes.count && bytes[end] == 0x2D && bytes[end + 1] == 0x2D
    if isLast { end += 2 }
    while end < bytes.count, ASCII.isWhitespace(bytes[end]) { end += 1 }
    if isLast, end == bytes.count { return MultipartDelimiter(start: start, end: end, isLast: true) }
    guard isLineBreak(at: end) else { return nil }
    return MultipartDelimiter(start: start, end: end + 2, isLast: isLast)
  }

  private func isLineBreak(at offset: Int) -> Bool {
    offset >= 0 && offset + 1 < bytes.count && bytes[offset] == 0x0D && bytes[offset + 1] == 0x0A
  }
}

/// Escaping of names and file names in a `Content-Disposition: form-data`, as browsers do it (HTML standard,
/// multipart/form-data encoding algorithm): UTF-8, with the quotation mark, CR and LF escaped.
///
/// The percent sign itself is not escaped, so a name that contains a literal `%22` arrives with a
/// quotation mark in its place.
enum MultipartName {
  /// True if the name has no control character below U+0020 other than the tab and the two that are escaped. NUL is the
  /// most dangerous: some servers end names there.
  static func canBeSent(_ name: String) -> Bool {
    !name.utf8.contains { byte in
      byte < 0x20 && byte != 0x09 && !escapes.contains { $0.byte == byte }
    }
  }

  static func escaped(_ name: String) -> String {
    guard name.utf8.contains(where: { byte in escapes.contains { $0.byte == byte } }) else { return name }
    let bytes = name.utf8.flatMap { byte in
      escapes.first { $0.byte == byte }.map { Array($0.text.utf8) } ?? [byte]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  // Compares bytes, not characters: a combining mark after an escape would hide it.
  static func unescaped(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
    var result: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.first {
      if let escape = escapes.first(where: { rest.starts(with: $0.text.utf8) }) {
        result.append(escape.byte)
        rest = rest.dropFirst(escape.text.utf8.count)
      } else {
        result.append(byte)
        rest = rest.dropFirst()
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static let escapes: [(text: String, byte: UInt8)] = [("%22", 0x22), ("%0D", 0x0D), ("%0A", 0x0A)]
}
