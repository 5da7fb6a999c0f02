#if FoundationNetworking || !(os(Linux) || os(Android))
  extension NetworkResponse {
    /// The response as Foundation's `HTTPURLResponse`, made on each access; nil if Foundation refuses the status.
    /// Repeated header fields are joined by commas.
    public var httpURLResponse: HTTPURLResponse? {
      var spellings: [HTTPHeaderName: String] = [:]
      var values: [String: [String]] = [:]
      for field in headers {
        let spelling = spellings[field.name, default: field.name.rawValue]
        spellings[field.name] = spelling
        values[spelling, default: []].append(field.value)
      }
      let fields = values.mapValues { $0.joined(separator: ", ") }
      return HTTPURLResponse(url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: fields)
    }
  }

  extension HTTPURLResponse: ResponseConvertible {
    /// Collected in memory, of any media type.
    public static var responseForm: ResponseForm { .raw }
  }

  // A class gets no further initializer outside of its module, but one of a protocol can take its place.
  extension ResponseConvertible where Self: HTTPURLResponse {
    /// Takes the head of the response as Foundation's type.
    ///
    /// - Throws: ``NetworkRequestError/unexpectedStatus(_:)`` if Foundation refuses the status.
    public init(response: NetworkResponse, decoder: any ResponseDecoder) throws(NetworkRequestError) {
      guard let head = response.httpURLResponse as? Self else { throw .unexpectedStatus(response) }
      self = head
    }
  }

  extension HTTPURLResponse {
    /// The fields, sorted by name, because Foundation does not keep their order. Trailing white space is not part of a value
    /// (RFC 9110 §5.5), but Foundation on Linux keeps it, so it is removed. Foundation joins fields of one name; `Set-Cookie`
    /// is split again.
    var requisiteHeaders: HTTPHeaders {
      let fields = allHeaderFields.flatMap { name, value -> [HTTPHeader] in
        guard let name = (name as? String).map({ HTTPHeaderName($0) }), let text = value as? String else {
          return []
        }
        let value = Self.fieldValue(text)
        let values = name == .setCookie ? SetCookieValues.split(value) : [String(ASCII.trimmed(value[...]))]
        return values.map { HTTPHeader(name, $0) }
      }
      return HTTPHeaders(fields.sorted { $0.name.rawValue < $1.name.rawValue })
    }
  }

  extension HTTPHeaders {
    /// The problem if a `Content-Length` is not a number, or if several differ (RFC 9112 §6.3); nil otherwise. The libcurl of
    /// Foundation on Linux takes the digits at its start for the length.
    var lengthProblem: String? {
      let lengths = values(for: .contentLength).flatMap {
        $0.split(separator: ",", omittingEmptySubsequences: false)
      }
      .map { String(ASCII.trimmed($0)) }
      let isValid =
        lengths.allSatisfy { ASCII.isNumber($0) && Int64($0) != nil }
        && Set(lengths.map { Int64($0) }).count <= 1
      return isValid ? nil : "the header section of the response has an invalid Content-Length"
    }
  }

  /// Splits the `Set-Cookie` fields that Foundation joins with commas. Dates in the fields contain commas as well.
  ///
  /// A comma separates two fields if a token and an equals sign follow. RFC 6265 §4.1.1 allows no comma in a value.
  enum SetCookieValues {
    static func split(_ joined: String) -> [String] {
      let bytes = joined.utf8
      var values: [String] = []
      var start = bytes.startIndex
      for comma in bytes.indices where bytes[comma] == UInt8(ascii: ",") {
        let next = bytes.index(after: comma)
        guard beginsWithPair(bytes[next...]) else { continue }
        values.append(String(ASCII.trimmed(joined[start..<comma])))
        start = next
      }
      return values + [String(ASCII.trimmed(joined[start...]))]
    }

    private static func beginsWithPair(_ bytes: Substring.UTF8View) -> Bool {
      let name = bytes.drop(while: ASCII.isWhitespace).prefix { !";,=".utf8.contains($0) }
      guard name.endIndex < bytes.endIndex, bytes[name.endIndex] == UInt8(ascii: "=") else { return false }
      return Token.isValid(String(Substring(name)))
    }
  }
#endif
