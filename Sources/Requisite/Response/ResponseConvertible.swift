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
