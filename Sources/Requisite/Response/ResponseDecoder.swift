/// A decoder that makes a `Decodable` value from the body of a response.
///
/// `JSONCoding`, `JSONDecoder` and `PropertyListDecoder` conform; use the last for trusted servers only, because 100,000
/// nested arrays in a property list end the process. Other types conform by these two members.
public protocol ResponseDecoder: Sendable {
  /// The value of the request's `Accept`, such as `application/json`; nil accepts any type.
  var accept: String? { get }
  /// Decodes a value. The error that it throws becomes the cause of a ``NetworkRequestError/decodingError(_:)``.
  func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value
}

extension JSONCoding: ResponseDecoder {
  /// `application/json`. Responses whose type has the suffix `+json` are accepted too.
  public var accept: String? { "application/json" }
}

extension JSONDecoder: ResponseDecoder {
  /// `application/json`. Responses whose type has the suffix `+json` are accepted too.
  public var accept: String? { "application/json" }
}

extension PropertyListDecoder: ResponseDecoder {
  /// `application/x-plist`, for all formats of property lists.
  public var accept: String? { "application/x-plist" }
}

extension NetworkResponse {
  /// Decodes a value from the body.
  ///
  /// - Parameters:
  ///   - decoder: The decoder of the body; by default that of the call, which is the request's or its client's. For a
  ///     request that was built by hand, the default is a `JSONCoding` with standard settings.
  ///   - keyPath: The path to the part to decode; the whole document by default.
  /// - Throws: ``NetworkRequestError/decodingError(_:)`` with the type, the location in the document, the cause and this
  ///   response.
  public func decoded<Value: Decodable>(
    as type: Value.Type = Value.self, using decoder: (any ResponseDecoder)? = nil, keyPath: String = ""
  ) throws(NetworkRequestError) -> Value {
    do {
      let decoder = decoder ?? request.responseDecoder ?? JSONCoding()
      guard !keyPath.isEmpty else { return try decoder.decode(type, from: data) }
      return try KeyPathDecoder(base: decoder, keyPath: keyPath, isOptional: false).decode(type, from: data)
    } catch let error as KeyPathNotFound {
      throw .decodingError(DecodingFailure(.keyPathNotFound(error.keyPath), type: type, response: self))
    } catch {
      throw .decodingError(DecodingFailure(.decoder(error), type: type, response: self))
    }
  }

  /// Throws if the request does not accept the media type of the response. Skips the check if the option is off,
  /// `Accept` or `Content-Type` is missing or malformed, or the body is empty.
  func checkContentType(for type: Any.Type) throws(NetworkRequestError) {
    guard request.options.checksContentType, let accept = request.headers[.accept],
      !headers.hasOnly(accept, in: .contentType), !isEmpty, !isSurelyEmpty
    else { return }
    let accepted = MediaType.list(accept) + request.options.acceptedTypes
    guard let received = contentType, !accepted.isEmpty,
      !accepted.contains(where: { $0.matches(received) })
    else { return }
    let reason = DecodingFailure.Reason.contentType(received: received, accepted: accepted)
    throw .decodingError(DecodingFailure(reason, type: type, response: self))
  }

  /// True if the header section says that there is no body (RFC 9110 §15.3.5, §15.3.6), so that its type means nothing.
  var isSurelyEmpty: Bool {
    status == 204 || status == 205
      || headers.values(for: .contentLength).first.map {
        !$0.isEmpty && $0.utf8.allSatisfy { $0 == UInt8(ascii: "0") }
      } == true
  }

  /// True if the body is in memory and empty; false for a stream or a file, which this check does not read.
  var isEmpty: Bool {
    if case .data(let data) = body { data.isEmpty } else { false }
  }
}

/// A decoder that starts at the end of a key path. A request with a `keyPath` passes it to the type that it returns.
struct KeyPathDecoder: ResponseDecoder {
  let base: any ResponseDecoder
  let keyPath: String
  /// True if a key path that leads nowhere means the whole document.
  let isOptional: Bool

  var accept: String? { base.accept }

  func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    do {
      return try part(type, of: data)
    } catch let error as KeyPathNotFound {
      guard isOptional else { throw error }
      return try base.decode(type, from: data)
    }
  }

  /// Decodes the value at the end of the key path. ``JSONCoding`` seeks it directly; other decoders open one container
  /// per key.
  private func part<Value: Decodable>(_ type: Value.Type, of data: Data) throws -> Value {
    guard let json = base as? JSONCoding else {
      return try DocumentPart<Value>.decode(at: DocumentPath(keyPath, names), from: data, using: base)
    }
    guard let value = try json.decode(type, at: names, from: data) else {
      throw KeyPathNotFound(keyPath: keyPath)
    }
    return value
  }

  /// The names in the key path, converted as the decoder converts those in the document, so that `user.created_at` leads to
  /// the same value as `user.createdAt`.
  private var names: [String] {
    let names = keyPath.split(separator: ".").map(String.init)
    switch base {
    case let json as JSONCoding:
      guard case .snakeCase = json.keys else { return names }
    case let json as JSONDecoder:
      guard case .convertFromSnakeCase = json.keyDecodingStrategy else { return names }
    default: return names
    }
    return names.map(JSONKeyStyle.camelCase)
  }
}

extension NetworkResponse {
  /// Returns the decoder, starting at the key path unless that is empty. ``RequestOptions/keyPathIsOptional`` applies.
  func decoder(_ decoder: any ResponseDecoder, at keyPath: String) -> any ResponseDecoder {
    guard !keyPath.isEmpty else { return decoder }
    return KeyPathDecoder(base: decoder, keyPath: keyPath, isOptional: request.options.keyPathIsOptional)
  }
}

/// A value at the end of a key path, for any decoder. A task-local value carries the path, because the client's decoder
/// must not be changed for one call.
struct DocumentPart<Value: Decodable>: Decodable {
  let value: Value

  static func decode(at path: DocumentPath, from data: Data, using decoder: any ResponseDecoder) throws
    -> Value
  {
    try DocumentPath.$current.withValue(path) {
      try decoder.decode(Self.self, from: data).value
    }
  }

  init(from decoder: any Decoder) throws {
    let path = DocumentPath.current
    var position = DocumentPosition.top(decoder)
    for key in path.keys { position = try position.descend(to: key, of: path) }
    value = try position.decode(Value.self)
  }
}

/// The keys that lead to a part of a document.
struct DocumentPath: Sendable {
  @TaskLocal static var current = DocumentPath("", [])

  let text: String
  let keys: [JSONKey]

  init(_ text: String, _ names: [String]) {
    self.text = text
    keys = names.map { JSONKey($0) }
  }
}

/// The error for a key path that leads nowhere.
struct KeyPathNotFound: Error {
  let keyPath: String
}

/// A position on the way through a document.
private enum DocumentPosition {
  case top(any Decoder)
  case member(KeyedDecodingContainer<JSONKey>, JSONKey)
  case element(any UnkeyedDecodingContainer)

  func descend(to key: JSONKey, of path: DocumentPath) throws -> DocumentPosition {
    // A decoder offers no other way to ask for the kind of a value.
    if let members = try? keyed() {
      guard members.contains(key) else { throw KeyPathNotFound(keyPath: path.text) }
      return .member(members, key)
    }
    guard let index = Int(key.stringValue), var elements = try? unkeyed(),
      index >= 0, index < elements.count ?? 0
    else { throw KeyPathNotFound(keyPath: path.text) }
    while elements.currentIndex < index { _ = try elements.superDecoder() }
    return .element(elements)
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    switch self {
    case .top(let decoder): return try Value(from: decoder)
    case .member(let members, let key): return try members.decode(type, forKey: key)
    case .element(var elements): return try elements.decode(type)
    }
  }

  private func keyed() throws -> KeyedDecodingContainer<JSONKey> {
    switch self {
    case .top(let decoder): return try decoder.container(keyedBy: JSONKey.self)
    case .member(let members, let key):
      return try members.nestedContainer(keyedBy: JSONKey.self, forKey: key)
    case .element(var elements): return try elements.nestedContainer(keyedBy: JSONKey.self)
    }
  }

  private func unkeyed() throws -> any UnkeyedDecodingContainer {
    switch self {
    case .top(let decoder): return try decoder.unkeyedContainer()
    case .member(let members, let key): return try members.nestedUnkeyedContainer(forKey: key)
    case .element(var elements): return try elements.nestedUnkeyedContainer()
    }
  }
}
