// These conformances say how types of the library and of Foundation are made from a response. All other types are
// decoded: see ResponseMaker. (Lines, events and files conform beside their types.)

extension Data: ResponseConvertible {
  /// Collected in memory, of any media type.
  public static var responseForm: ResponseForm { .raw }
  /// Takes the bytes of the body, after decompression.
  public init(response: NetworkResponse, decoder: any ResponseDecoder) {
    self = response.data
  }
}

extension String: ResponseConvertible {
  /// Collected in memory, of any media type.
  public static var responseForm: ResponseForm { .raw }
  /// True: with a key path, the body is decoded as a document, and the value is the string at the path.
  public static var readsKeyPath: Bool { true }
  /// Decodes the body as text by its charset; with a key path, decodes the string at the path.
  ///
  /// - Throws: ``NetworkRequestError/decodingError(_:)`` if the charset is unknown, the bytes are invalid in it, or there is
  ///   no string at the key path.
  public init(response: NetworkResponse, decoder: any ResponseDecoder) throws(NetworkRequestError) {
    self = decoder is KeyPathDecoder ? try response.decoded(using: decoder) : try response.text()
  }
}

extension NoContent: ResponseConvertible {
  /// Collected in memory, of any media type.
  public static var responseForm: ResponseForm { .raw }
  /// No value: the status of the response is the result.
  public init(response: NetworkResponse, decoder: any ResponseDecoder) {
    self.init()
  }
}

extension NetworkResponse: ResponseConvertible {
  /// Collected in memory, of any media type.
  public static var responseForm: ResponseForm { .raw }
  /// Takes the response itself, with its body in memory.
  public init(response: NetworkResponse, decoder: any ResponseDecoder) {
    self = response
  }
}

extension ByteStream: ResponseConvertible {
  /// Streamed, of any media type.
  public static var responseForm: ResponseForm { .streamed(accept: []) }
  /// Takes the chunks of the body, as they arrive; a body in memory becomes one chunk.
  public init(response: NetworkResponse, decoder: any ResponseDecoder) {
    if case .stream(let stream) = response.body {
      self = stream
    } else {
      self.init(response.data, end: End(trailers: response.trailers, timings: response.timings))
    }
  }
}
