/// Writes any `Encodable` as a form: `application/x-www-form-urlencoded`, by the serializer of the WHATWG URL standard.
///
/// It is one of the standard encoders, so a request needs no more than the content type:
///
/// ```swift
/// struct LogIn: Request {
///   typealias ReturnType = Session
///   let path = "/login"
///   let method = HTTPMethod.post
///   let contentType = "application/x-www-form-urlencoded"
///   let body: Login
/// }
/// ```
/// How arrays, dates and the like are written is said by ``fields``, the same as for a query. For names and values
/// put together by hand there are ``FormFields``.
public struct FormEncoder: BodyEncoder {
  /// What turns a value into names and values, and in which style.
  public var fields: QueryEncoder

  /// Makes an encoder; its styles are the defaults of ``QueryEncoder`` unless given.
  public init(_ fields: QueryEncoder = QueryEncoder()) {
    self.fields = fields
  }

  /// `application/x-www-form-urlencoded`
  public var mediaType: MediaType { .formURLEncoded }

  /// Writes the value, which must be an object.
  ///
  /// - Throws: An `EncodingError` where the value is none, or has a member that the styles cannot say; from a
  ///   request it arrives as the cause of a ``NetworkRequestError/invalidRequest(_:)``.
  public func encode<Value: Encodable>(_ value: Value) throws -> Data {
    let items = try fields.items(of: value)
    return Data(FormFields(items: items).encoded.utf8)
  }
}
