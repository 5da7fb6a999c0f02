/// The parts of a request that must equal those of a recorded exchange: by default method, URL and body.
///
/// Secrets that the recording leaves out are not compared. URLs are compared as written, so the order of query items
/// counts.
public struct RequestMatch: Sendable {
  /// Header fields that must be equal as well; empty by default, because many fields change from run to run.
  public var headers: [HTTPHeaderName]
  /// The names of query items that are ignored, such as a time of day. A request may also lack them.
  public var ignoredQueryItems: Set<String>
  /// True if bodies may differ. False by default.
  public var ignoresBody: Bool

  /// Compares method, URL and body.
  public static let standard = RequestMatch()

  /// Makes a rule: method and URL, and the parts given here, must be equal.
  public init(
    headers: [HTTPHeaderName] = [], ignoringQueryItems ignoredQueryItems: Set<String> = [],
    ignoringBody ignoresBody: Bool = false
  ) {
    (self.headers, self.ignoredQueryItems, self.ignoresBody) = (headers, ignoredQueryItems, ignoresBody)
  }

  /// Describes the differences between a request and a recorded one; empty if the exchange answers the request.
  func differences(_ request: Recording.Request, from recorded: Recording.Request) -> [String] {
    var differences: [String] = []
    if request.method != recorded.method {
      differences.append("the method is \(request.method), not \(recorded.method)")
    }
    differences += urlDifferences(request.url, recorded.url)
    for name in headers where request.headers[name] != recorded.headers[name] {
      let (found, expected) = (request.headers[name] ?? "missing", recorded.headers[name] ?? "missing")
      differences.append("the header “\(name)” is “\(found)”, not “\(expected)”")
    }
    if !ignoresBody, let difference = request.body.difference(from: recorded.body) {
      differences.append(difference)
    }
    return differences
  }

  private func urlDifferences(_ url: String, _ recorded: String) -> [String] {
    let (found, expected) = (parts(of: url), parts(of: recorded))
    var differences: [String] = []
    if found.base != expected.base {
      differences.append("the URL is “\(found.base)”, not “\(expected.base)”")
    }
    if found.query != expected.query {
      differences.append("the query is “\(found.query)”, not “\(expected.query)”")
    }
    return differences
  }

  /// Splits a URL into the part before the query, and the query without ignored items.
  private func parts(of url: String) -> (base: String, query: String) {
    let sides = url.utf8.split(separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
    let items =
      sides.count > 1 ? sides[1].split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false) : []
    let kept = items.filter { item in
      let name = item.prefix { $0 != UInt8(ascii: "=") }
      return !ignoredQueryItems.contains(PercentEncoding.decoded(name, plusIsSpace: false))
    }
    return (String(Substring(sides[0])), kept.map { String(Substring($0)) }.joined(separator: "&"))
  }
}

extension RecordedBody {
  /// Describes the difference; nil if the bodies are equal, or one of them was not recorded.
  func difference(from recorded: RecordedBody) -> String? {
    switch (recorded.content, content) {
    case (.omitted, _), (_, .omitted): nil
    case (.json(let expected), .json(let found)):
      expected.difference(to: found).map { "in the body, \($0)" }
    default: self == recorded ? nil : "the body is \(summary), not \(recorded.summary)"
    }
  }

  private var summary: String {
    switch content {
    case .none: "empty"
    case .json(let document): Self.shortened("\(document)")
    case .text(let text): "“\(Self.shortened(text))”"
    case .base64(let data): "\(data.count) bytes that are not text"
    case .omitted: "left out"
    }
  }

  private static func shortened(_ text: String) -> String {
    text.count > 200 ? "\(text.prefix(200))…" : text
  }
}
