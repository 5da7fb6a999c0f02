/// A value and the response that it was made from.
///
/// ```swift
/// let response = try await client.response(for: FindTodos())
/// print(response.value.count, response.headers[.xTotalCount] ?? "?")
/// ```
/// Properties of the response are members of this type too: status, headers, data, URL and request, as in
/// `response.status`.
@dynamicMemberLookup
public struct Response<Value: Sendable>: Sendable {
  /// The value made from the response.
  public let value: Value
  /// The response and the request that it answers.
  public let network: NetworkResponse

  /// Pairs a value with its response.
  public init(_ value: Value, _ network: NetworkResponse) {
    self.value = value
    self.network = network
  }

  /// A property of the response, as in `response.status`.
  public subscript<Member>(dynamicMember member: KeyPath<NetworkResponse, Member>) -> Member {
    network[keyPath: member]
  }

  /// Returns the same response with its value transformed. Throws only what `transform` throws.
  public func map<NewValue, Failure: Error>(
    _ transform: (Value) throws(Failure) -> NewValue
  ) throws(Failure) -> Response<NewValue> {
    Response<NewValue>(try transform(value), network)
  }
}
