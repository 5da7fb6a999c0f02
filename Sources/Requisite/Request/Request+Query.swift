extension Request where Query: QueryConvertible {
  /// The names and values.
  public func encodeQuery(with coders: BodyCoders) throws(NetworkRequestError) -> QueryParams {
    queryParams.queryItems
  }
}

extension Request where Query: Encodable {
  /// The properties of the value, as the request's or the client's ``QueryEncoder`` writes them.
  public func encodeQuery(with coders: BodyCoders) throws(NetworkRequestError) -> QueryParams {
    try (options.queryEncoder ?? coders.query).encode(queryParams)
  }
}

extension Request where Query: Encodable & QueryConvertible {
  /// The names and values.
  public func encodeQuery(with coders: BodyCoders) throws(NetworkRequestError) -> QueryParams {
    queryParams.queryItems
  }
}
