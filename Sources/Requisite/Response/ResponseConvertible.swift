/// A type that is made of a response in a way of its own, and so can be the `ReturnType` of a request or an endpoint.
///
/// ```swift
/// struct Page<Item: Decodable & Sendable>: ResponseConvertible {
///   let items: [Item]
///   let total: Int?
///   static var responseForm: ResponseForm { .decoded }
///   init(response: NetworkResponse, decoder: any ResponseDecoder) throws(NetworkRequestError) {
///     items = try response.decoded(using: decoder)
///     total = response.headers[.xTotalCount].flatMap { Int($0) }
///   }
/// }
/// ```
/// The decoder is the request's, or the client's; where the request has a `keyPath`, the decoder starts at its end.
/// A type that is `Decodable` too is made by this initializer, never by its `init(from:)`.
public protocol ResponseConvertible: ResponseValue {
  /// Makes the value of an accepted response.
  ///
  /// - Throws: ``NetworkRequestError/decodingError(_:)`` where the response is not what the type is made of.
  init(response: NetworkResponse, decoder: any ResponseDecoder) throws(NetworkRequestError)
}

/// A type that is made of a response, not only decoded from its body.
///
/// Conform to ``ResponseConvertible``, which asks for an initializer. This protocol asks for a function instead, for
/// classes that cannot be given another initializer, such as `HTTPURLResponse`.
public protocol ResponseValue: Sendable {
  /// The form in which the response is asked for.
  static var responseForm: ResponseForm { get }
  /// Whether a request's `keyPath` has a meaning: whether the value comes from the decoder. By default that is so for
  /// ``ResponseForm/decoded`` alone; a request with a key path that has none is an
  /// ``NetworkRequestError/invalidRequest(_:)``.
  static var readsKeyPath: Bool { get }
  /// Makes the value of an accepted response.
  static func value(
    of response: NetworkResponse, using decoder: any ResponseDecoder
  ) throws(NetworkRequestError) -> Self
}

extension ResponseValue {
  /// True for a value that is decoded.
  public static var readsKeyPath: Bool { responseForm == .decoded }
}

extension ResponseConvertible {
  /// The value that the initializer makes.
  public static func value(
    of response: NetworkResponse, using decoder: any ResponseDecoder
  ) throws(NetworkRequestError) -> Self {
    try Self(response: response, decoder: decoder)
  }
}

/// The form in which a return type wants its response: the media types to accept, and where the body goes.
///
/// It belongs to a type, so it names no place and no limit. What a transport is asked for is the ``Delivery`` made of it
/// and of the call's options: there the destination of a file is known, and `Accept` is a header field like any other.
public enum ResponseForm: Sendable, Hashable {
  /// Whole, in memory, to be decoded: `Accept` names what the decoder reads.
  case decoded
  /// Whole, in memory, as it is: the request has no `Accept`.
  case raw
  /// Chunk by chunk; `Accept` names the media types, and is left out for an empty list.
  case streamed(accept: [MediaType])
  /// In a file: where ``RequestOptions/fileDestination`` says, or a temporary one, which then is the caller's.
  case file

  func delivery(to destination: URL?) -> Delivery {
    switch self {
    case .decoded, .raw: .buffered
    case .streamed: .streamed
    case .file: .file(destination)
    }
  }

  func accept(by decoder: any ResponseDecoder) -> String? {
    switch self {
    case .decoded: decoder.accept
    case .streamed(let types): types.isEmpty ? nil : types.map(\.description).joined(separator: ", ")
    case .raw, .file: nil
    }
  }
}

/// How a transport hands over the body of the response.
///
/// It is made of the ``ResponseForm`` of the return type and of ``RequestOptions/fileDestination``. A transport needs no
/// more: which media types are accepted is in the request's header fields already.
public enum Delivery: Sendable, Hashable {
  /// Whole, in memory, up to ``RequestOptions/maximumBodySize``.
  case buffered
  /// As it comes, chunk by chunk; the response is there as soon as its header section is.
  case streamed
  /// In a file at that place, which must not exist yet unless ``RequestOptions/replacesFile`` is set; nil for a temporary
  /// file, which then is the caller's.
  case file(URL?)
}
