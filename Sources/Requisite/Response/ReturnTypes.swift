// How the types of the library and of Foundation are made of a response. All others are decoded: see ResponseMaker.
// (Lines, events and files are beside their types.)

extension Data: ResponseConvertible {
  /// In memory, whatever its media type.
  public static var responseForm: ResponseForm { .raw }
  /// The bytes of the body.
  public init(response: NetworkResponse, decoder: any ResponseDecoder) {
    self = response.data
  }
}

extension String: ResponseConvertible {
  /// In memory, whatever its media type.
  public static var responseForm: ResponseForm { .raw }
  /// True: with a key path, the body is a document, and the value the string there.
  public static var readsKeyPath: Bool { true }
  /// The text of the body by its charset; with a key path, the string at its end.
  public init(response: NetworkResponse, decoder: any ResponseDecoder) throws(NetworkRequestError) {
    self = decoder is KeyPathDecoder ? try response.decoded(using: decoder) : try response.text()
  }
}

extension NoContent: ResponseConvertible {
  /// In memory, whatever its media type.
  public static var responseForm: ResponseForm { .raw }
  /// No value: the status of the response is the result.
  public init(response: NetworkResponse, decoder: any ResponseDecoder) {
    self.init()
  }
}

extension NetworkResponse: ResponseConvertible {
  /// In memory, whatever its media type.
  public static var responseForm: ResponseForm { .raw }
  /// The response itself, its body in memory.
  public init(response: NetworkResponse, decoder: any ResponseDecoder) {
    self = response
  }
}

extension HTTPURLResponse: ResponseValue {
  /// In memory, whatever its media type.
  public static var responseForm: ResponseForm { .raw }
  /// The response's head in Foundation's form.
  ///
  /// - Throws: ``NetworkRequestError/unexpectedStatus(_:)`` for a status that Foundation refuses.
  public static func value(
    of response: NetworkResponse, using decoder: any ResponseDecoder
  ) throws(NetworkRequestError) -> Self {
    guard let head = response.httpURLResponse as? Self else { throw .unexpectedStatus(response) }
    return head
  }
}

extension ByteStream: ResponseConvertible {
  /// Chunk by chunk, whatever its media type.
  public static var responseForm: ResponseForm { .streamed(accept: []) }
  /// The chunks of the body, as they come.
  public init(response: NetworkResponse, decoder: any ResponseDecoder) {
    if case .stream(let stream) = response.body {
      self = stream
    } else {
      self.init(response.data, end: End(trailers: response.trailers, timings: response.timings))
    }
  }
}
