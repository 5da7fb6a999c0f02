/// A decoder that starts at the end of a key path: what a request with a `keyPath` hands to the type that it returns.
struct KeyPathDecoder: ResponseDecoder {
  let base: any ResponseDecoder
  let keyPath: String
  /// Whether a key path that leads nowhere means the whole document.
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

  /// The value at the end of the key path. A ``JSONCoding`` goes to it at once; other decoders open a container a key.
  private func part<Value: Decodable>(_ type: Value.Type, of data: Data) throws -> Value {
    guard let json = base as? JSONCoding else {
      return try DocumentPart<Value>.decode(at: keyPath, from: data, using: base)
    }
    let path = keyPath.split(separator: ".").map(String.init)
    guard let value = try json.decode(type, at: path, from: data) else {
      throw KeyPathNotFound(keyPath: keyPath)
    }
    return value
  }
}

extension NetworkResponse {
  /// The decoder, starting at the key path where there is one; what ``RequestOptions/keyPathIsOptional`` says holds.
  func decoder(_ decoder: any ResponseDecoder, at keyPath: String) -> any ResponseDecoder {
    guard !keyPath.isEmpty else { return decoder }
    return KeyPathDecoder(base: decoder, keyPath: keyPath, isOptional: request.options.keyPathIsOptional)
  }
}
