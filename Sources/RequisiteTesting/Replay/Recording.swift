/// Requests and the responses to them, in a file that people can read and compare: what a ``ReplayTransport`` answers from.
///
/// ```json
/// {
///   "exchanges" : [
///     {
///       "request" : {
///         "headers" : [ "Accept: application/json" ],
///         "method" : "GET",
///         "url" : "https://api.example.com/todos/1"
///       },
///       "response" : {
///         "body" : { "json" : { "id" : 1, "title" : "Buy milk" } },
///         "headers" : [ "Content-Type: application/json" ],
///         "status" : 200
///       }
///     }
///   ],
///   "version" : 1
/// }
/// ```
/// Members stand in alphabetical order and exchanges in the order in which they began, so recording the same again gives
/// the same file. It can be written by hand as well.
public struct Recording: Sendable, Equatable {
  /// The version of the format.
  static let version = 1

  /// A request and its response.
  public struct Exchange: Codable, Sendable, Equatable {
    /// The request, without its secrets.
    public var request: Request
    /// The response that the server gave.
    public var response: Response

    /// Puts a request together with its response.
    public init(request: Request, response: Response) {
      (self.request, self.response) = (request, response)
    }
  }

  /// A request as a recording keeps it.
  public struct Request: Sendable, Equatable {
    /// The method, as in `GET`.
    public var method: String
    /// The whole URL; passwords and secret query values are left out.
    public var url: String
    /// The header fields, in their order.
    public var headers: HTTPHeaders
    /// The body, in the form that people read best.
    public var body: RecordedBody

    /// Makes a request of its parts.
    public init(
      method: String = "GET", url: String, headers: HTTPHeaders = HTTPHeaders(), body: RecordedBody = .none
    ) {
      (self.method, self.url, self.headers, self.body) = (method, url, headers, body)
    }
  }

  /// A response as a recording keeps it.
  public struct Response: Sendable, Equatable {
    /// The status code, such as 404.
    public var status: Int
    /// The URL that answered, where it is another than the request's: the last one of a chain of redirects.
    public var url: String?
    /// The header fields, in their order.
    public var headers: HTTPHeaders
    /// The body, after decompression.
    public var body: RecordedBody

    /// Makes a response of its parts.
    public init(
      status: Int = 200, url: String? = nil, headers: HTTPHeaders = HTTPHeaders(), body: RecordedBody = .none
    ) {
      (self.status, self.url, self.headers, self.body) = (status, url, headers, body)
    }
  }

  /// The exchanges, in the order in which they began.
  public var exchanges: [Exchange]

  /// Makes a recording of exchanges.
  public init(_ exchanges: [Exchange] = []) {
    self.exchanges = exchanges
  }
}

extension Recording {
  private static let maximumSize = 256 << 20

  /// Reads a file of at most 256 MiB, through symbolic links. Folders, pipes and devices are errors.
  ///
  /// - Throws: ``RecordingFailure``, which names the file, with the cause.
  public init(contentsOf url: URL) throws(RecordingFailure) {
    do {
      let text = try PosixFile.contents(of: url.path, upTo: Self.maximumSize)
      self = try JSONCoding().decode(Recording.self, from: text)
    } catch {
      throw RecordingFailure(file: url, verb: "read", underlyingError: error)
    }
  }

  /// Writes a file, in one step; folders on the way to it are made. Both are for their owner alone (0600, 0700): what a
  /// server said may hold what no one else should read.
  ///
  /// - Throws: ``RecordingFailure``, which names the file, with the cause.
  public func write(to url: URL) throws(RecordingFailure) {
    do {
      let json = JSONCoding(output: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
      let text = try json.encode(self) + Data("\n".utf8)
      try PosixFile.makeFolder(url.deletingLastPathComponent().path)
      try PartialFile.write(text, to: url.path, replacing: true)
    } catch {
      throw RecordingFailure(file: url, verb: "written", underlyingError: error)
    }
  }
}

/// A file of recorded exchanges that cannot be read or written.
public struct RecordingFailure: LocalizedError, CustomStringConvertible, Sendable {
  /// The file that cannot be read or written.
  public let file: URL
  let verb: String
  /// The error of the system, or of the JSON decoder.
  public let underlyingError: any Error

  /// The file and the cause.
  public var description: String { "the recording “\(file.path)” cannot be \(verb): \(underlyingError)" }

  /// The same as ``description``.
  public var errorDescription: String? { description }
}
