extension Encodable {
  /// The value as a JSON object, as ``JSONObject`` bodies and tests want it.
  ///
  /// Members that are null are left out.
  ///
  /// - Throws: ``NetworkRequestError/invalidRequest(_:)`` with the cause, where the value cannot be encoded or is no
  ///   object.
  public func asDictionary(
    using encoder: any BodyEncoder = BodyCoders.json
  ) throws(NetworkRequestError) -> JSONObject {
    do {
      return try JSONCoding().decode([String: AnyJSON].self, from: encoder.encode(self))
        .compactMapValues(\.value)
    } catch {
      let problem = "\(Self.self) cannot be written as a JSON object"
      throw .invalidRequest(InvalidRequest(.body, problem, underlyingError: error))
    }
  }
}
