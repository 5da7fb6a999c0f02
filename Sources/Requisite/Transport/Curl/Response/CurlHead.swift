#if os(Linux)
  /// The header section of a response, read from its lines.
  struct CurlHead {
    let status: Int
    let headers: HTTPHeaders

    /// Reads a header section, the status line first, whose status is known.
    init(_ bytes: UnsafeRawBufferPointer, status: Int) throws(CurlProblem) {
      guard let end = bytes.firstIndex(of: Self.newline), status >= 100 else {
        throw .badResponse("the response has no status")
      }
      self.status = status
      headers = Self.fields(UnsafeRawBufferPointer(rebasing: bytes[(end + 1)...]))
    }

    /// Reads header lines. A line without a name is left out.
    static func fields(_ bytes: UnsafeRawBufferPointer) -> HTTPHeaders {
      var fields: [HTTPHeader] = []
      fields.reserveCapacity(8)
      var rest = bytes[...]
      while !rest.isEmpty {
        let end = rest.firstIndex(of: newline) ?? rest.endIndex
        let line = trimmed(rest[..<end])
        let isContinuation = rest.first == space || rest.first == tab
        rest = end < rest.endIndex ? rest[(end + 1)...] : rest[rest.endIndex...]
        if isContinuation, let last = fields.indices.last {
          // A folded line (RFC 9112 §5.2) belongs to the value before.
          if !line.isEmpty { fields[last].value += " " + text(line) }
        } else if let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex {
          let name = HTTPHeaderName(text(trimmed(line[..<colon])))
          fields.append(HTTPHeader(name, text(trimmed(line[(colon + 1)...]))))
        }
      }
      return HTTPHeaders(fields)
    }

    /// The bytes as text: UTF-8, or ISO 8859-1 where they are none.
    private static func text(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
      let bytes = UnsafeRawBufferPointer(rebasing: bytes)
      if let text = String(validating: bytes, as: UTF8.self) { return text }
      return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    private static func trimmed(_ bytes: Slice<UnsafeRawBufferPointer>) -> Slice<UnsafeRawBufferPointer> {
      var bytes = bytes
      while let first = bytes.first, first == space || first == tab { bytes = bytes.dropFirst() }
      while let last = bytes.last, last == space || last == tab || last == carriageReturn {
        bytes = bytes.dropLast()
      }
      return bytes
    }

    private static let newline = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")
    private static let space = UInt8(ascii: " ")
    private static let tab = UInt8(ascii: "\t")
  }
#endif
