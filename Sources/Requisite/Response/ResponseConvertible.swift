/// A type that is made of a response in a way of its own, and so can be the `ReturnType` of a request.
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
public protocol ResponseConvertible: Sendable {
  /// How the response is asked for.
  static var responseForm: ResponseForm { get }
  /// Makes the value of an accepted response.
  ///
  /// - Throws: ``NetworkRequestError/decodingError(_:)`` where the response is not what the type is made of.
  init(response: NetworkResponse, decoder: any ResponseDecoder) throws(NetworkRequestError)
}

extension NoContent: ResponseConvertible {
  /// Whole, as it is.
  public static var responseForm: ResponseForm { .raw }
  /// Nothing: the status has said it all.
  public init(response: NetworkResponse, decoder: any ResponseDecoder) {
    self.init()
  }
}

extension NetworkResponse: ResponseConvertible {
  /// Whole, as it is.
  public static var responseForm: ResponseForm { .raw }
  /// The response itself.
  public init(response: NetworkResponse, decoder: any ResponseDecoder) {
    self = response
  }
}

extension ByteStream: ResponseConvertible {
  /// Chunk by chunk.
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
