#if FoundationNetworking || !os(Linux)
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

  extension HTTPURLResponse: ResponseValue {
    /// Collected in memory, of any media type.
    public static var responseForm: ResponseForm { .raw }
    /// Returns the head of the response as Foundation's type.
    ///
    /// - Throws: ``NetworkRequestError/unexpectedStatus(_:)`` if Foundation refuses the status.
    public static func value(
      of response: NetworkResponse, using decoder: any ResponseDecoder
    ) throws(NetworkRequestError) -> Self {
      guard let head = response.httpURLResponse as? Self else { throw .unexpectedStatus(response) }
      return head
    }
  }
#endif
