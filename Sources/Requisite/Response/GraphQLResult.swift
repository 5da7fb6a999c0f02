/// The `data` of a GraphQL response, as the return type of a request. A response that lists errors fails the call,
/// whatever its status.
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
///   for problem in error.graphQLErrors {
///     print(problem.message, problem.path)
///   }
/// }
/// ```
public struct GraphQLResult<Value: Decodable & Sendable>: ResponseConvertible {
  /// The decoded value of the response's member `data`.
  public let data: Value

  /// Collected in memory, then decoded.
  public static var responseForm: ResponseForm { .decoded }

  /// Reads a response (GraphQL over HTTP, §6). Fails if it lists errors, even beside partial data.
  ///
  /// - Throws: ``NetworkRequestError/decodingError(_:)`` if the server lists errors, which
  ///   ``NetworkRequestError/graphQLErrors`` returns, or if `data` is missing or of another type. Partial data is in
  ///   the error's response.
  public init(response: NetworkResponse, decoder: any ResponseDecoder) throws(NetworkRequestError) {
    let problems = try response.decoded(as: GraphQLProblems.self, using: decoder)
    if let errors = problems.errors, !errors.isEmpty {
      throw .decodingError(
        DecodingFailure(.decoder(GraphQLFailure(errors: errors)), type: Value.self, response: response))
    }
    data = try response.decoded(as: GraphQLData<Value>.self, using: decoder).data
  }
}

/// A GraphQL query or mutation, as the body of a `POST`.
public struct GraphQLQuery: HTTPBodyConvertible {
  /// The document, such as `query($id: ID!) { todo(id: $id) { title } }`.
  public var query: String
  /// The values of the document's variables.
  public var variables: JSONObject
  /// The name of the operation to run; nil if the document has only one.
  public var operationName: String?

  /// Makes a query. Variables are values that JSON can express.
  public init(_ query: String, variables: JSONObject = [:], operationName: String? = nil) {
    (self.query, self.variables, self.operationName) = (query, variables, operationName)
  }

  /// `application/json`, the media type of GraphQL over HTTP.
  public var defaultContentType: String { HTTPBody.jsonType }

  /// The query as a JSON object. Leaves out empty variables and a nil operation name.
  public func httpBody(
    as contentType: String?, with coders: BodyCoders
  ) throws(NetworkRequestError) -> HTTPBody {
    var object: JSONObject = ["query": query]
    if !variables.isEmpty { object["variables"] = variables }
    if let operationName { object["operationName"] = operationName }
    return try object.httpBody(as: contentType, with: coders)
  }
}

extension GraphQLQuery: CustomStringConvertible, CustomReflectable {
  /// The names of the operation and the variables. The document and the values of variables may contain secrets.
  public var description: String {
    let names = variables.keys.sorted().map { "$\($0)" }.joined(separator: ", ")
    return "GraphQL \(operationName ?? "query")\(names.isEmpty ? "" : " with \(names)")"
  }

  /// What `dump` shows: no content, which may contain secrets.
  public var customMirror: Mirror { Mirror(self, children: ["query": description]) }
}

/// One error of a GraphQL response (GraphQL, §7.1.2).
public struct GraphQLError: Sendable, Hashable {
  /// The description of the error, for developers.
  public let message: String
  /// The path to the field that failed, such as `["todos", "0", "title"]`; empty if the whole request failed.
  public let path: [String]
  /// The `code` in the error's extensions, such as `FORBIDDEN`; nil if the server sends no such text.
  public let code: String?
}

extension GraphQLError: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Message, path and code on one line, with secrets redacted.
  public var description: String {
    let place = path.isEmpty ? [] : ["at \(path.joined(separator: "."))"]
    return OneLine.printable(([message] + place + (code.map { ["(\($0))"] } ?? [])).joined(separator: " "))
  }
  /// The ``description``, with secrets redacted.
  public var debugDescription: String { description }
  /// The description alone, so that `dump` does not reveal secrets either.
  public var customMirror: Mirror { Mirror(self, children: ["error": description]) }
}

extension NetworkRequestError {
  /// The errors that a GraphQL response lists, as the cause of a failed ``GraphQLResult`` or in the body of an error
  /// status; empty for any other error.
  public var graphQLErrors: [GraphQLError] {
    if case .decodingError(let failure) = self, let cause = failure.underlyingError as? GraphQLFailure {
      return cause.errors
    }
    guard let response, let problems = try? response.decoded(as: GraphQLProblems.self) else { return [] }
    return problems.errors ?? []
  }
}

/// The cause of a failed ``GraphQLResult``: the errors that the server listed.
struct GraphQLFailure: Error, CustomStringConvertible {
  let errors: [GraphQLError]
  var description: String { errors.map(\.message).joined(separator: "; ") }
}

private struct GraphQLData<Value: Decodable>: Decodable { let data: Value }
private struct GraphQLProblems: Decodable { let errors: [GraphQLError]? }

extension GraphQLError: Decodable {
  private enum CodingKeys: CodingKey { case message, path, extensions }
  private enum Extensions: CodingKey { case code }

  /// Reads one error of a response. Only `message` is required.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    message = try members.decode(String.self, forKey: .message)
    path = try members.decodeIfPresent([PathSegment].self, forKey: .path)?.map(\.text) ?? []
    let extensions =
      try members.contains(.extensions) && !members.decodeNil(forKey: .extensions)
      ? members.nestedContainer(keyedBy: Extensions.self, forKey: .extensions) : nil
    code = extensions.flatMap { try? $0.decodeIfPresent(String.self, forKey: .code) }
  }

  /// A field's name, or an index in a list.
  private struct PathSegment: Decodable {
    let text: String

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      do { text = "\(try value.decode(Int.self))" } catch { text = try value.decode(String.self) }
    }
  }
}
