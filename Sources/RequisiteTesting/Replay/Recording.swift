/// Requests and their responses, in a file that people can read and compare. A ``ReplayTransport`` answers from it.
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
/// Members are in alphabetical order, exchanges in the order in which they began: recording equal exchanges again
/// writes an equal file. You can also write the file by hand.
public struct Recording: Sendable, Equatable {
  /// The latest version of the format, which is written.
  static let version = 1

  /// A request and its response.
  public struct Exchange: Codable, Sendable, Equatable {
    /// The request, without its secrets.
    public var request: Request
    /// The response of the server, without its secrets.
    public var response: Response

    /// Pairs a request with its response.
    public init(request: Request, response: Response) {
      (self.request, self.response) = (request, response)
    }
  }

  /// A request in a recording, without its secrets.
  public struct Request: Sendable, Equatable {
    /// The method, such as `GET`.
    public var method: String
    /// The whole URL, without passwords and secret query values.
    public var url: String
    /// The header fields, in order. Fields that change from run to run are not recorded.
    public var headers: HTTPHeaders
    /// The body, in the form that is easiest to read.
    public var body: RecordedBody

    /// Makes a request from its parts, for a recording in code.
    public init(
      method: String = "GET", url: String, headers: HTTPHeaders = HTTPHeaders(), body: RecordedBody = .none
    ) {
      (self.method, self.url, self.headers, self.body) = (method, url, headers, body)
    }
  }

  /// A response in a recording, without its secrets.
  public struct Response: Sendable, Equatable {
    /// The status code, such as 404.
    public var status: Int
    /// The URL that answered, the last one of a chain of redirects; nil if it is the request's.
    public var url: String?
    /// The header fields, in order. Fields that change from run to run are not recorded.
    public var headers: HTTPHeaders
    /// The body, as the call received it: decompressed, unless the request has an `Accept-Encoding` of its own or a `Range`.
    public var body: RecordedBody

    /// Makes a response from its parts, for a recording in code.
    public init(
      status: Int = 200, url: String? = nil, headers: HTTPHeaders = HTTPHeaders(), body: RecordedBody = .none
    ) {
      (self.status, self.url, self.headers, self.body) = (status, url, headers, body)
    }
  }

  /// The exchanges, in the order in which they began.
  public var exchanges: [Exchange]

  /// Makes a recording from exchanges; empty by default.
  public init(_ exchanges: [Exchange] = []) {
    self.exchanges = exchanges
  }
}

extension Recording {
  private static let maximumSize = 256 << 20

  /// Reads a file of at most 256 MiB, also through symbolic links. Folders, pipes and devices are errors.
  ///
  /// - Throws: ``RecordingFailure``, which names the file, with the cause.
  public init(contentsOf url: URL) throws(RecordingFailure) {
    do {
      self = try JSONCoding().decode(Recording.self, from: try Self.text(of: url))
    } catch {
      throw RecordingFailure(file: url, verb: "read", underlyingError: error)
    }
  }

  static func text(of url: URL) throws -> Data {
    try PosixFile.contents(of: url.path, upTo: maximumSize)
  }

  /// Writes a file in one step, and creates missing folders.
  ///
  /// Only the owner can read the file (0600) and the new folders (0700), because responses may contain private data.
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

/// The error for a recording that cannot be read or written.
public struct RecordingFailure: LocalizedError, CustomStringConvertible, Sendable {
  /// The file that cannot be read or written.
  public let file: URL
  let verb: String
  /// The error of the system, or of the JSON decoder.
  public let underlyingError: any Error

  /// The file and the cause.
  public var description: String {
    let isMissing = verb == "read" && (underlyingError as? FileFailure)?.code == .ENOENT
    let advice = isMissing ? " (REQUISITE_RECORD=all records it)" : ""
    return
      "the recording “\(file.path)” cannot be \(verb): \(NetworkRequestError.UnknownFailure(underlyingError))\(advice)"
  }

  /// The text of ``description``, for `localizedDescription`.
  public var errorDescription: String? { description }
}
