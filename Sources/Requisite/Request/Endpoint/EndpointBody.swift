/// The body of an ``Endpoint``: `.json(todo)`, `.form(["name": "Ann"])`, `.file(url, contentType: "image/png")`, …
public struct EndpointBody: Sendable {
  /// What is announced; nil where nothing is sent.
  public let contentType: String?
  let encode: @Sendable (BodyCoders) throws(NetworkRequestError) -> HTTPBody

  /// Nothing.
  public static let none = EndpointBody(.none)

  init(
    contentType: String?, encode: @escaping @Sendable (BodyCoders) throws(NetworkRequestError) -> HTTPBody
  ) {
    self.contentType = contentType
    self.encode = encode
  }

  /// A body that is encoded already.
  public init(_ body: HTTPBody) {
    contentType = body.contentType
    encode = { _ in body }
  }

  /// A value, encoded by the client's encoder for that content type; nothing for nil.
  public init(_ value: some Encodable & Sendable, as contentType: String) {
    self.contentType = contentType
    encode = { coders throws(NetworkRequestError) in
      if (value as? any NilTesting)?.isNil == true { return .none }
      return try coders.encode(value, as: contentType)
    }
  }
}

extension EndpointBody {
  /// A value as JSON.
  public static func json(_ value: some Encodable & Sendable) -> EndpointBody {
    EndpointBody(value, as: "application/json")
  }

  /// A JSON object of values of any type that JSON knows.
  public static func json(_ object: JSONObject) -> EndpointBody {
    EndpointBody(AnyJSON(object), as: "application/json")
  }

  /// A value as a form (`application/x-www-form-urlencoded`).
  public static func form(_ value: some Encodable & Sendable) -> EndpointBody {
    EndpointBody(value, as: "application/x-www-form-urlencoded")
  }

  /// Bytes.
  public static func data(_ data: Data, contentType: String = "application/octet-stream") -> EndpointBody {
    EndpointBody(.data(data, contentType: contentType))
  }

  /// Text, sent in UTF-8 whatever the content type says of it.
  public static func text(
    _ text: String, contentType: String = "text/plain; charset=utf-8"
  ) -> EndpointBody {
    EndpointBody(.text(text, contentType: contentType))
  }

  /// A file, looked at when the request is built.
  public static func file(_ url: URL, contentType: String = "application/octet-stream") -> EndpointBody {
    EndpointBody(.file(url, contentType: contentType))
  }
}
