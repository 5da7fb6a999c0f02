/// A query as a body, its result as a return type, and the errors of a response (GraphQL over HTTP).
public enum GraphQL {
  /// A GraphQL query or mutation, as the body of a `POST`.
  public struct Query: HTTPBodyConvertible {
    /// The document, such as `query($id: ID!) { todo(id: $id) { title } }`.
    public var query: String
    /// The values of the document's variables.
    public var variables: [String: any Encodable & Sendable]
    /// The name of the operation to run; nil if the document has only one.
    public var operationName: String?

    /// Makes a query, with the variables as JSON.
    public init(
      _ query: String, variables: [String: any Encodable & Sendable] = [:], operationName: String? = nil
    ) {
      self.query = query
      self.variables = variables
      self.operationName = operationName
    }

    /// `application/json`, the media type of GraphQL over HTTP.
    public var defaultContentType: String { HTTPBody.jsonType }

    /// The query as a JSON object. Leaves out empty variables and a nil operation name.
    public func httpBody(
      as contentType: String?, with coders: BodyCoders
    ) throws(NetworkRequestError) -> HTTPBody {
      var object: [String: any Encodable & Sendable] = ["query": query]
      if !variables.isEmpty { object["variables"] = JSONMembers(variables) }
      if let operationName { object["operationName"] = operationName }
      return try object.httpBody(as: contentType, with: coders)
    }
  }

  /// The `data` of a GraphQL response, as the return type of a request. A response that lists errors fails the call,
  /// whatever its status.
  ///
  /// ```swift
  /// struct FindViewer: Request {
  ///   struct Result: Decodable, Sendable { let viewer: User }
  ///   typealias ReturnType = GraphQL.Result<Result>
  ///   let path = "/graphql"
  ///   let method = HTTPMethod.post
  ///   let body = GraphQL.Query("query { viewer { id name } }")
  /// }
  /// do {
  ///   print(try await client.dispatch(FindViewer()).data.viewer.name)
  /// } catch {
  ///   for problem in GraphQL.problems(of: error) {
  ///     print(problem.message, problem.path)
  ///   }
  /// }
  /// ```
  public struct Result<Value: Decodable & Sendable>: ResponseConvertible {
    /// The decoded value of the response's member `data`.
    public let data: Value

    /// Collected in memory, then decoded.
    public static var responseForm: ResponseForm { .decoded }

    /// Reads a response (GraphQL over HTTP, §6). Fails if it lists errors, even along with partial data.
    ///
    /// - Throws: ``NetworkRequestError/decodingError(_:)`` if the server lists errors, which
    ///   ``problems(of:)`` returns, or if `data` is missing or of another type. Partial data is in
    ///   the error's response.
    public init(response: NetworkResponse, decoder: any ResponseDecoder) throws(NetworkRequestError) {
      do throws(NetworkRequestError) {
        let errors = try response.decoded(as: GraphQLProblems.self, using: decoder).errors
        if !errors.isEmpty {
          throw NetworkRequestError.decodingError(
            DecodingFailure(.decoder(GraphQLFailure(errors: errors)), type: Value.self, response: response))
        }
        data = try response.decoded(as: GraphQLData<Value>.self, using: decoder).data
      } catch {
        // The error names the type of the caller, not that of the document around it.
        guard case .decodingError(let failure) = error else { throw error }
        throw .decodingError(DecodingFailure(failure.reason, type: Value.self, response: response))
      }
    }
  }

  /// One error of a GraphQL response (GraphQL, §7.1.2).
  public struct Problem: Sendable, Hashable {
    /// The description of the error, for developers; “no message” if the server sent none.
    public let message: String
    /// The path to the field that failed, such as `["todos", "0", "title"]`; empty if the whole request failed.
    public let path: [String]
    /// The `code` in the error's extensions, such as `FORBIDDEN`; nil if the server sends no such text.
    public let code: String?
  }

  /// Returns the errors that a GraphQL response lists, as the cause of a failed ``Result`` or in the body of an error status; none
  /// for any other error.
  public static func problems(of error: NetworkRequestError) -> [Problem] {
    if case .decodingError(let failure) = error, let cause = failure.underlyingError as? GraphQLFailure {
      return cause.errors
    }
    guard let response = error.response, let problems = try? response.decoded(as: GraphQLProblems.self) else {
      return []
    }
    return problems.errors
  }
}

extension GraphQL.Query: PrintedByDescription {
  /// The names of the operation and the variables. The document and the values of variables may contain secrets.
  public var description: String {
    let names = variables.keys.sorted().map { "$\($0)" }.joined(separator: ", ")
    return "GraphQL \(operationName ?? "query")\(names.isEmpty ? "" : " with \(names)")"
  }
}

extension GraphQL.Problem: PrintedByDescription {
  /// Message, path and code on one line, with secrets redacted.
  public var description: String {
    let location = path.isEmpty ? [] : ["at \(path.joined(separator: "."))"]
    return OneLine.printable(([message] + location + (code.map { ["(\($0))"] } ?? [])).joined(separator: " "))
  }
}

/// The cause of a failed ``GraphQL/Result``: the errors that the server listed.
struct GraphQLFailure: Error, CustomStringConvertible {
  let errors: [GraphQL.Problem]
  var description: String { errors.map(\.message).joined(separator: "; ") }
}

private struct GraphQLData<Value: Decodable>: Decodable { let data: Value }

/// The errors of a response. A server that writes one error where a list should be has that one.
private struct GraphQLProblems: Decodable {
  let errors: [GraphQL.Problem]

  private enum Keys: CodingKey { case errors }

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: Keys.self)
    let one: GraphQL.Problem? = members.readable(.errors)
    errors = members.readable(.errors) ?? one.map { [$0] } ?? []
  }
}

extension GraphQL.Problem: Decodable {
  private enum CodingKeys: CodingKey { case message, path, extensions }

  /// Reads one error of a response, each member by itself: one that is missing or of another type leaves its part empty. A
  /// text in place of an object is the message, and a text in place of the path its one segment.
  public init(from decoder: any Decoder) throws {
    guard let members = try? decoder.container(keyedBy: CodingKeys.self) else {
      message = (try? decoder.singleValueContainer().decode(String.self)) ?? Self.noMessage
      path = []
      code = nil
      return
    }
    message = members.readable(.message) ?? Self.noMessage
    let segment: PathSegment? = members.readable(.path)
    let segments: [PathSegment]? = members.readable(.path)
    path = segments?.map(\.text) ?? segment.map { [$0.text] } ?? []
    let extensions: Extensions? = members.readable(.extensions)
    code = extensions?.code
  }

  private static let noMessage = "no message"

  private struct Extensions: Decodable {
    let code: String?

    private enum Keys: CodingKey { case code }

    init(from decoder: any Decoder) throws {
      code = try decoder.container(keyedBy: Keys.self).readable(.code)
    }
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
