/// An HTTP Archive, version 1.2, with the members that are written or read here. Programs leave out many of them.
package struct HAR: Codable, Sendable {
  package let log: Log

  package struct Log: Codable, Sendable {
    package let entries: [Entry]
  }

  /// One exchange. Durations are in milliseconds; -1 for a phase that did not take place.
  package struct Entry: Codable, Sendable {
    var startedDateTime: String?
    var time: Double?
    package let request: Request
    package let response: Response
    var cache: Cache? = Cache()
    var timings: Timings?
    var serverIPAddress: String?
    var comment: String?
  }

  /// Required, and left empty: a browser's cache is meant.
  package struct Cache: Codable, Sendable {}

  /// A header field, or an item of a query or form.
  package struct Pair: Codable, Sendable {
    package let name: String
    package let value: String?
  }

  package struct Request: Codable, Sendable {
    package let method: String
    package let url: String
    var httpVersion: String? = ""
    package var headers: [Pair]? = []
    var queryString: [Pair]? = []
    var cookies: [Pair]? = []
    var headersSize: Int? = -1
    var bodySize: Int64? = -1
    package var postData: PostData?
  }

  package struct PostData: Codable, Sendable {
    package let mimeType: String?
    package var text: String?
    /// The fields of a form, if there is no text.
    package var params: [Pair]?
    /// `base64` for bytes that are not text.
    package var encoding: String?
    var comment: String?
  }

  package struct Response: Codable, Sendable {
    package let status: Int
    var statusText: String? = ""
    var httpVersion: String? = ""
    package var headers: [Pair]? = []
    var cookies: [Pair]? = []
    package var content: Content?
    package var redirectURL: String? = ""
    var headersSize: Int? = -1
    var bodySize: Int64? = -1
  }

  package struct Content: Codable, Sendable {
    var size: Int64? = 0
    package var mimeType: String? = ""
    package var text: String?
    /// `base64` for bytes that are not text.
    package var encoding: String?
    var comment: String?
  }

  package struct Timings: Codable, Sendable {
    var blocked: Double? = -1
    var dns: Double? = -1
    var connect: Double? = -1
    /// A part of `connect`.
    var ssl: Double? = -1
    var send: Double? = 0
    var wait: Double? = 0
    var receive: Double? = 0
  }
}
