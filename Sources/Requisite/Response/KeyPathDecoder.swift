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
