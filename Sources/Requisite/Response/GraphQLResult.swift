/// The `data` of a GraphQL response, as the return type of a request. A response with errors is a failure, whatever its
/// status.
///
/// ```swift
/// struct FindViewer: Request {
///   struct Result: Decodable, Sendable { let viewer: User }
///   typealias ReturnType = GraphQLResult<Result>
///   let path = "/graphql"
///   let method = HTTPMethod.post
///   let body = GraphQLQuery("query { viewer { id name } }")
/// }
/// do {
///   print(try await client.dispatch(FindViewer()).data.viewer.name)
/// } catch {
///   for problem in error.graphQLErrors { print(problem.message, problem.path) }
/// }
/// ```
public struct GraphQLResult<Value: Decodable & Sendable>: ResponseConvertible {
  /// The value of the member `data`, decoded.
  public let data: Value

  /// In memory, to be decoded.
  public static var responseForm: ResponseForm { .decoded }

  /// Reads the response (GraphQL over HTTP, §6).
  ///
  /// - Throws: ``NetworkRequestError/decodingError(_:)``: with the errors as its cause where the server names any — see
  ///   ``NetworkRequestError/graphQLErrors`` —, also beside partial data, which is in the error's response; and where
  ///   `data` is missing or of another type.
  public init(response: NetworkResponse, decoder: any ResponseDecoder) throws(NetworkRequestError) {
    let problems = try response.decoded(as: GraphQLProblems.self, using: decoder)
    if let errors = problems.errors, !errors.isEmpty {
      throw .decodingError(
        DecodingFailure(.decoder(GraphQLFailure(errors: errors)), type: Value.self, response: response))
    }
    data = try response.decoded(as: GraphQLData<Value>.self, using: decoder).data
  }
}

/// A query or mutation of GraphQL, as the body of a `POST`.
public struct GraphQLQuery: HTTPBodyConvertible {
  /// The document, as in `query($id: ID!) { todo(id: $id) { title } }`.
  public var query: String
  /// The values of the document's variables.
  public var variables: JSONObject
  /// Which operation of the document is meant; nil for a document of one.
  public var operationName: String?

  /// Makes a query; variables are values that JSON knows.
  public init(_ query: String, variables: JSONObject = [:], operationName: String? = nil) {
    (self.query, self.variables, self.operationName) = (query, variables, operationName)
  }

  /// `application/json`, the media type of GraphQL over HTTP.
  public var defaultContentType: String { BodyContentType.json }

  /// The query as a JSON object.
  public func httpBody(
    as contentType: String?, with coders: BodyCoders
  ) throws(NetworkRequestError) -> HTTPBody {
    var object: JSONObject = ["query": query]
    if !variables.isEmpty { object["variables"] = variables }
    if let operationName { object["operationName"] = operationName }
    return try object.httpBody(as: contentType, with: coders)
  }
}

/// One error of a GraphQL response (GraphQL, §7.1.2).
public struct GraphQLError: Sendable, Hashable {
  /// What went wrong, for developers.
  public let message: String
  /// The way to the field that failed, as in `["todos", "0", "title"]`; empty where the whole request did.
  public let path: [String]
  /// The `code` among the extensions, as in `FORBIDDEN`, where the server gives one.
  public let code: String?
}

extension NetworkRequestError {
  /// The errors of a GraphQL response: of a ``GraphQLResult`` that failed, or in the body of an error status. Empty for
  /// any other error.
  public var graphQLErrors: [GraphQLError] {
    if case .decodingError(let failure) = self, let cause = failure.underlyingError as? GraphQLFailure {
      return cause.errors
    }
    guard let response, let problems = try? response.decoded(as: GraphQLProblems.self) else { return [] }
    return problems.errors ?? []
  }
}

/// The cause of the failure of a ``GraphQLResult``.
struct GraphQLFailure: Error, CustomStringConvertible {
  let errors: [GraphQLError]
  var description: String { errors.map(\.message).joined(separator: "; ") }
}

private struct GraphQLData<Value: Decodable>: Decodable { let data: Value }
private struct GraphQLProblems: Decodable { let errors: [GraphQLError]? }

extension GraphQLError: Decodable {
  private enum CodingKeys: CodingKey { case message, path, extensions }
  private enum Extensions: CodingKey { case code }

  /// Reads an error of a response.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    message = try members.decode(String.self, forKey: .message)
    path = try members.decodeIfPresent([PathSegment].self, forKey: .path)?.map(\.text) ?? []
    let extensions =
      try members.contains(.extensions) && !members.decodeNil(forKey: .extensions)
      ? members.nestedContainer(keyedBy: Extensions.self, forKey: .extensions) : nil
    code = extensions.flatMap { try? $0.decodeIfPresent(String.self, forKey: .code) }
  }

  /// The name of a field, or a place in a list.
  private struct PathSegment: Decodable {
    let text: String

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      do { text = "\(try value.decode(Int.self))" } catch { text = try value.decode(String.self) }
    }
  }
}
