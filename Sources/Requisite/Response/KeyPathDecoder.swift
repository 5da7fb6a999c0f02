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
  /// Returns the decoder, starting at the key path unless that is empty. ``RequestOptions/keyPathIsOptional`` applies.
  func decoder(_ decoder: any ResponseDecoder, at keyPath: String) -> any ResponseDecoder {
    guard !keyPath.isEmpty else { return decoder }
    return KeyPathDecoder(base: decoder, keyPath: keyPath, isOptional: request.options.keyPathIsOptional)
  }
}
