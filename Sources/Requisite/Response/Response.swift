/// A value together with the response that it was made of.
///
/// ```swift
/// let response = try await client.response(for: FindTodos())
/// print(response.value.count, response.headers[.xTotalCount] ?? "?")
/// ```
/// Status, headers, data, URL and request of the response are read straight from it: `response.status`.
@dynamicMemberLookup
public struct Response<Value: Sendable>: Sendable {
  /// The value that was made of the response.
  public let value: Value
  /// The response with its request; read its properties from this value, as in `response.status`.
  public let network: NetworkResponse

  /// Puts a value together with its response.
  public init(_ value: Value, _ network: NetworkResponse) {
    self.value = value
    self.network = network
  }

  /// A property of the response, as in `response.status`.
  public subscript<Member>(dynamicMember member: KeyPath<NetworkResponse, Member>) -> Member {
    network[keyPath: member]
  }

  /// The same response with another value made of this one.
  public func map<NewValue, Failure: Error>(
    _ transform: (Value) throws(Failure) -> NewValue
  ) throws(Failure) -> Response<NewValue> {
    Response<NewValue>(try transform(value), network)
  }
}
