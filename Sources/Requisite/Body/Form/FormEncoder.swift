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
/// ``fields`` decides how arrays, dates and other values are written, as for a query. For names and values that you put
/// together by hand, use ``FormFields``.
public struct FormEncoder: BodyEncoder {
  /// The encoder that turns a value into names and values, with its styles.
  public var fields: QueryEncoder

  /// Makes an encoder; its styles are the defaults of ``QueryEncoder`` unless given.
  public init(_ fields: QueryEncoder = QueryEncoder()) {
    self.fields = fields
  }

  /// `application/x-www-form-urlencoded`, the type of HTML forms.
  public var mediaType: MediaType { .formURLEncoded }

  /// Writes the value, which must be an object.
  ///
  /// - Throws: An `EncodingError` if the value is not an object, or has a member that the styles cannot express; a request
  ///   reports it as the cause of a ``NetworkRequestError/invalidRequest(_:)``.
  public func encode<Value: Encodable>(_ value: Value) throws -> Data {
    let items = try fields.items(of: value)
    return Data(FormFields(items: items).encoded.utf8)
  }
}
