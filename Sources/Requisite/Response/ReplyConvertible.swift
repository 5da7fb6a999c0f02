/// A type that is made of a reply in a way of its own, and so can be the `ReturnType` of a request.
///
/// ```swift
/// struct Page<Item: Decodable & Sendable>: ReplyConvertible {
///   let items: [Item]
///   let total: Int?
///   static var replyForm: ReplyForm { .decoded }
///   init(reply: NetworkResponse, decoder: any ResponseDecoder) throws(NetworkRequestError) {
///     items = try reply.decoded(using: decoder)
///     total = reply.headers[.xTotalCount].flatMap { Int($0) }
///   }
/// }
/// ```
public protocol ReplyConvertible: Sendable {
  /// How the reply is asked for.
  static var replyForm: ReplyForm { get }
  /// Makes the value of an accepted reply.
  ///
  /// - Throws: ``NetworkRequestError/decodingError(_:)`` where the reply is not what the type is made of.
  init(reply: NetworkResponse, decoder: any ResponseDecoder) throws(NetworkRequestError)
}

extension NoContent: ReplyConvertible {
  /// Whole, as it is.
  public static var replyForm: ReplyForm { .raw }
  /// Nothing: the status has said it all.
  public init(reply: NetworkResponse, decoder: any ResponseDecoder) {
    self.init()
  }
}

extension NetworkResponse: ReplyConvertible {
  /// Whole, as it is.
  public static var replyForm: ReplyForm { .raw }
  /// The reply itself.
  public init(reply: NetworkResponse, decoder: any ResponseDecoder) {
    self = reply
  }
}

extension ByteStream: ReplyConvertible {
  /// Chunk by chunk.
  public static var replyForm: ReplyForm { .streamed(accept: []) }
  /// The chunks of the body, as they come.
  public init(reply: NetworkResponse, decoder: any ResponseDecoder) {
    if case .stream(let stream) = reply.body {
      self = stream
    } else {
      self.init(reply.data, end: End(trailers: reply.trailers, timings: reply.timings))
    }
  }
}
