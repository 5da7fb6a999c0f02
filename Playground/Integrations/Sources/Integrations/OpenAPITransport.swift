import HTTPTypes
import OpenAPIRuntime
import Requisite

/// The transport of a client that swift-openapi-generator made: it sends each operation through a stack of Requisite.
///
/// ```swift
/// let client = Client(
///   serverURL: try Servers.Server1.url(),
///   transport: OpenAPITransport(DefaultTransport.shared.retried().logged()))
/// ```
/// Retries, deadlines, caches, authentication, logs, HAR files, stubs and recordings work as for every other call. Bodies are streams
/// in both directions, and the side that reads sets the pace; a length is announced where it is known. A request body that the runtime
/// says can be read again is sent again, and one that has at most 64 KiB is in memory, so that logs and recordings have it.
///
/// A response of any status is returned, because the generated code knows what each status means. What the runtime reports as
/// `ClientError.underlyingError` is the ``NetworkRequestError`` of a call without a response. The id of the operation is
/// ``RequestOptions/operationID``, in the example's logs and metrics.
public struct OpenAPITransport: ClientTransport {
  private static let mostInMemory: Int64 = 64 << 10

  private let dispatcher: NetworkDispatcher
  private let options: RequestOptions

  /// Creates a transport that sends through `transport`, with these options for each call, such as a deadline.
  public init(
    _ transport: any Transport = DefaultTransport.shared, options: RequestOptions = RequestOptions(),
    clock: CallClock = .continuous
  ) {
    dispatcher = NetworkDispatcher(
      transport: transport, statusMapping: StatusMapping { _ in nil }, clock: clock)
    self.options = options
  }

  /// Sends the request of an operation, and returns the response when its header section has arrived.
  ///
  /// - Throws: ``NetworkRequestError``.
  public func send(
    _ request: HTTPRequest, body: OpenAPIRuntime.HTTPBody?, baseURL: URL, operationID: String
  ) async throws -> (HTTPResponse, OpenAPIRuntime.HTTPBody?) {
    // The runtime writes the length that the body has; the transport that sends it announces it.
    var fields = request.headerFields
    fields[.contentLength] = nil
    let call = TransportRequest(
      method: HTTPMethod(rawValue: request.method.rawValue),
      url: try Self.url(of: request.path, below: baseURL),
      headers: HTTPHeaders(fields), body: try await Self.body(body),
      options: options.with(\.operationID, operationID), delivery: .streamed)
    let response = try await dispatcher.send(call)
    guard let fields = HTTPFields(response.headers), (100...999).contains(response.status) else {
      throw NetworkRequestError.unexpectedStatus(response)
    }
    let head = HTTPResponse(status: HTTPResponse.Status(code: response.status), headerFields: fields)
    return (head, request.method == .head ? nil : try Self.body(of: response))
  }

  /// The URL of a path, which the runtime has escaped, below the server's. A `.` or `..` segment comes from a parameter and
  /// would lead to another operation.
  private static func url(of path: String?, below base: URL) throws(NetworkRequestError) -> URL {
    let path = path ?? ""
    let text =
      base.absoluteString.hasSuffix("/") ? String(base.absoluteString.dropLast()) : base.absoluteString
    let segments = path.prefix { $0 != "?" }.split(separator: "/")
    guard path.isEmpty || path.hasPrefix("/"), !segments.contains("."), !segments.contains(".."),
      let url = URL(string: text + path)
    else {
      throw .invalidRequest(
        InvalidRequest(.path, "the path of the operation does not lead to a place below the server's URL"))
    }
    return url
  }

  private static func body(_ body: OpenAPIRuntime.HTTPBody?) async throws -> Requisite.HTTPBody {
    guard let body else { return .none }
    let length: Int64? = if case .known(let count) = body.length { count } else { nil }
    guard body.iterationBehavior == .multiple else {
      return .stream(BodyStream(length: length, ByteStream(body)), contentType: nil)
    }
    guard let length, length <= mostInMemory else {
      return .stream(BodyStream(length: length, restarting: { ByteStream(body) }), contentType: nil)
    }
    return .data(try await Data(collecting: body, upTo: Int(length)), contentType: nil)
  }

  private static func body(of response: NetworkResponse) throws -> OpenAPIRuntime.HTTPBody {
    switch response.body {
    case .data(let data): return OpenAPIRuntime.HTTPBody(data)
    case .stream(let stream):
      // The length of a body with a content coding is that of the coded bytes.
      let length =
        response.headers.contains(.contentEncoding)
        ? nil : response.headers[.contentLength].flatMap(Int64.init)
      return OpenAPIRuntime.HTTPBody(
        stream, length: length.map { .known($0) } ?? .unknown, iterationBehavior: .single)
    case .file(let url): return OpenAPIRuntime.HTTPBody(try Data(contentsOf: url, options: .mappedIfSafe))
    }
  }
}
