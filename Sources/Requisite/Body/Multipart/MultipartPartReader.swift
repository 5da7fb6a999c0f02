/// Reads one part of a multipart message: header fields, an empty line, content.
struct MultipartPartReader {
  /// What is wrong with a part, in words.
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
      throw Problem(text: "no empty line behind the header fields")
    }
    return (start..<end - 2, end..<end)
  }

  private static func fields(in head: Data) throws(Problem) -> HTTPHeaders {
    guard !head.isEmpty else { return HTTPHeaders() }
    guard let text = String(data: head, encoding: .utf8) else {
      throw Problem(text: "header fields that are not in UTF-8")
    }
    var fields = HTTPHeaders()
    var rest = text.utf8[...]
    while !rest.isEmpty {
      // Every line break has a CR; a CR or LF by itself is refused below.
      let end = rest.firstIndex(of: 0x0D) ?? rest.endIndex
      fields.append(try field(Substring(rest[..<end])))
      rest = rest[end...].dropFirst()
      guard rest.isEmpty || rest.popFirst() == 0x0A else {
        throw Problem(text: "a line with a CR in it is no header field")
      }
    }
    return fields
  }

  private static func field(_ line: Substring) throws(Problem) -> HTTPHeader {
    guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")), Token.isValid(line[..<colon]),
      !line.utf8.contains(where: { $0 == 0 || $0 == 0x0D || $0 == 0x0A })
    else { throw Problem(text: "“\(Redaction.standard.text(String(line.prefix(80))))” is no header field") }
    let value = ASCII.trimmed(line[line.utf8.index(after: colon)...])
    return HTTPHeader(HTTPHeaderName(String(line[..<colon])), String(value))
  }
}
