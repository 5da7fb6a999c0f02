/// An encoder of any `Encodable` as a form: `application/x-www-form-urlencoded`, by the serializer of
/// the WHATWG URL standard.
///
/// It is one of the standard encoders, so a request only has to declare the content type:
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
/// ``fields`` decides how arrays, dates and other values are written, as for a query. To list names and values
/// yourself, use ``FormFields``.
public struct FormEncoder: BodyEncoder {
  /// The encoder that turns a value into names and values; its styles are those of a query.
  public var fields: QueryEncoder

  /// Creates an encoder, with the default styles of ``QueryEncoder`` unless others are given.
  public init(_ fields: QueryEncoder = QueryEncoder()) {
    self.fields = fields
  }

  /// `application/x-www-form-urlencoded`, the type of HTML forms.
  public var mediaType: MediaType { .formURLEncoded }

  /// Encodes a value that has named members.
  ///
  /// - Throws: An `EncodingError` if the value is not an object, or has a member that the styles cannot express; an error
  ///   thrown by the value or by ``QueryEncoder/DateStyle/custom(_:)``. A request reports it as the cause of a
  ///   ``NetworkRequestError/invalidRequest(_:)``.
  public func encode<Value: Encodable>(_ value: Value) throws -> Data {
    let items = try fields.items(of: value)
    return Data(FormFields(items: items).encoded.utf8)
  }
}
