/// A type that makes itself from a response, as the `ReturnType` of a request or an endpoint.
///
/// ```swift
/// struct Page<Item: Decodable & Sendable>: ResponseConvertible {
///   let items: [Item]
///   let total: Int?
///   static var responseForm: ResponseForm { .decoded }
///   init(response: NetworkResponse, decoder: any ResponseDecoder) throws {
///     items = try response.decoded(using: decoder)
///     total = response.headers[.xTotalCount].flatMap { Int($0) }
///   }
/// }
/// ```
/// The decoder is the request's or else the client's; if the request has a `keyPath`, the decoder starts at its end. A
/// type that is also `Decodable` is made by this initializer, not by its `init(from:)`.
public protocol ResponseConvertible: Sendable {
  /// The media types that the request accepts, and how the response is delivered.
  static var responseForm: ResponseForm { get }
  /// True if a request's `keyPath` applies, because the value comes from the decoder.
  ///
  /// By default true for ``ResponseForm/decoded`` only. If false, a request with a key path fails with
  /// ``NetworkRequestError/invalidRequest(_:)``.
  static var readsKeyPath: Bool { get }
  /// Makes the value from a response whose status was accepted.
  ///
  /// - Throws: Any error, if the response does not fit the type. One that is not a ``NetworkRequestError`` becomes the cause
  ///   of a ``NetworkRequestError/decodingError(_:)``.
  init(response: NetworkResponse, decoder: any ResponseDecoder) throws
}

extension ResponseConvertible {
  /// Makes the value by the type's initializer.
  static func value(
    of response: NetworkResponse, using decoder: any ResponseDecoder
  ) throws(NetworkRequestError) -> Self {
    do {
      return try Self(response: response, decoder: decoder)
    } catch let error as NetworkRequestError {
      throw error
    } catch {
      throw .decodingError(DecodingFailure(.decoder(error), type: Self.self, response: response))
    }
  }

  /// True if the form is ``ResponseForm/decoded``.
  public static var readsKeyPath: Bool { responseForm == .decoded }
}

/// How a return type wants its response: the media types to accept, and where the body goes.
///
/// The form belongs to a type, so it names no file and no limit. The library derives the ``TransportRequest/Delivery`` of a call from
/// the form and the call's options; `Accept` becomes a header field.
public enum ResponseForm: Sendable, Hashable {
  /// In memory as a whole, to be decoded; `Accept` is that of the decoder.
  case decoded
  /// In memory as a whole, undecoded; the request gets no `Accept`.
  case raw
  /// Chunk by chunk; `Accept` lists the media types, and is left out if the list is empty.
  case streamed(accept: [MediaType])
  /// In a file, at ``RequestOptions/fileDestination`` or else in a temporary file, which the caller then owns.
  case file
  /// As a connection, which stays open after the response: `WebSocket` of the module RequisiteWebSocket.
  case opened(Connection)

  func delivery(to destination: URL?) -> TransportRequest.Delivery {
    switch self {
    case .decoded, .raw: .buffered
    case .streamed: .streamed
    case .file: .file(destination)
    case .opened(let kind): .opened(kind.opener())
    }
  }

  func accept(by decoder: any ResponseDecoder) -> String? {
    switch self {
    case .decoded: decoder.accept
    case .streamed(let types): types.isEmpty ? nil : types.map(\.description).joined(separator: ", ")
    case .raw, .file, .opened: nil
    }
  }
}

extension TransportRequest {
  /// How a transport delivers the body of the response.
  ///
  /// The library derives the delivery from the return type's ``ResponseForm`` and ``RequestOptions/fileDestination``. The
  /// media types to accept are already in the request's header fields.
  public enum Delivery: Sendable, Hashable {
    /// In memory as a whole, up to ``RequestOptions/maximumBodySize`` bytes.
    case buffered
    /// Chunk by chunk; the transport returns the response as soon as its header section has arrived.
    case streamed
    /// In a file at that place, which must not exist yet unless ``RequestOptions/replacesFile`` is set; nil for a
    /// temporary file, which the caller then owns.
    case file(URL?)
    /// As a connection: the terminal transport's list calls the opener in place of ``TerminalTransport/exchange(_:)``. The
    /// response, and the body of a failure, are in memory.
    case opened(Opener)
  }
}

// These conformances say how types of the library and of Foundation are made from a response. All other types are
// decoded: see ResponseMaker. (Lines, events and files conform in the files of their types.)

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
