/// A request in the form that transports send: checked and encoded.
///
/// Its parts are values of the library rather than a `URLRequest`, which stores header fields in a dictionary and so loses
/// their order and repetition. ``urlRequest`` returns a `URLRequest` where one is needed.
public struct TransportRequest: Sendable {
  private struct Parts {
    var method: HTTPMethod
    var url: URL
    var headers: HTTPHeaders
    var body: HTTPBody
    var options: RequestOptions
    var delivery: Delivery
    var id: ID
    var deadline: CallDeadline?
    var record: CallRecord?
    var credentials: Credentials?
    var responseDecoder: (any ResponseDecoder)?
    var refusal: NetworkRequestError?
    /// The base URL and the template of the path below it, which are joined when someone asks.
    var template: (base: BaseURL.Resolved, path: String)?
  }

  private var parts: CopyOnWrite<Parts>

  /// Creates a request from its parts, which are not checked.
  ///
  /// By default the method is `GET`, header fields, body and options are empty, the response is delivered in memory, and
  /// the id is new.
  public init(
    method: HTTPMethod = .get, url: URL, headers: HTTPHeaders = HTTPHeaders(), body: HTTPBody = .none,
    options: RequestOptions = RequestOptions(), delivery: Delivery = .buffered, id: ID = ID()
  ) {
    parts = CopyOnWrite(
      Parts(
        method: method, url: url, headers: headers, body: body, options: options, delivery: delivery, id: id))
    if body.isUnencoded { self.body = body }
  }

  /// The method; `GET` by default.
  public var method: HTTPMethod {
    get { parts.value.method }
    set { parts.value.method = newValue }
  }

  /// The URL with its query; a fragment is not sent.
  public var url: URL {
    get { parts.value.url }
    set { parts.value.url = newValue }
  }

  /// The header fields, in the order in which they are sent.
  public var headers: HTTPHeaders {
    get { parts.value.headers }
    _modify { yield &parts.value.headers }
  }

  /// The body, which is sent after the header fields. A value, such as `.json(todo)`, is encoded when it is set; if that fails,
  /// the request cannot be sent.
  public var body: HTTPBody {
    get { parts.value.body }
    set {
      do throws(NetworkRequestError) {
        parts.value.body = try newValue.encoded(with: .standard)
      } catch {
        refuse(error)
      }
    }
  }

  /// The options of the call, including those that your own decorators define.
  public var options: RequestOptions {
    get { parts.value.options }
    _modify { yield &parts.value.options }
  }

  /// The form in which the body of the response is delivered.
  public var delivery: Delivery {
    get { parts.value.delivery }
    set { parts.value.delivery = newValue }
  }

  /// The id of the call, which all of its attempts share and no other call has.
  public private(set) var id: ID {
    get { parts.value.id }
    set { parts.value.id = newValue }
  }

  /// The running deadline of the call, set by the dispatcher and by ``Transport/deadline(_:clock:)``; nil without a
  /// deadline.
  public private(set) var deadline: CallDeadline? {
    get { parts.value.deadline }
    set { parts.value.deadline = newValue }
  }

  /// The record of what happened to the call so far; nil until the dispatcher, or a layer that keeps a history, sets it.
  public private(set) var record: CallRecord? {
    get { parts.value.record }
    set { parts.value.record = newValue }
  }

  /// The path as it was declared, with `{}` or `{label}` for each value, after the path of the base URL: `/v1/users/{}/todos`.
  ///
  /// A name for logs, metrics and spans that has few values, and no value of the path in it. Secrets of the literals are removed, by the
  /// ``RequestOptions/redaction``. Layers that change the URL do not change it. nil if no ``RequestPath`` literal declared the path:
  /// for a `String`, a `URL` or ``RequestPath/init(verbatim:)``, and for a request that was not made by a client.
  public var pathTemplate: String? {
    parts.value.template.flatMap { $0.base.template($0.path) }.map(options.redaction.url)
  }
}

extension TransportRequest {
  /// The credentials of the environment, which the dispatcher adds when it begins; nil if there are none, or they were added.
  var credentials: Credentials? {
    get { parts.value.credentials }
    set { parts.value.credentials = newValue }
  }

  /// The decoder for responses of the call, including error bodies; nil for a request that was created by hand.
  var responseDecoder: (any ResponseDecoder)? { parts.value.responseDecoder }

  /// The error for the first part that was set to a value that cannot be sent; nil if there was none.
  var refusal: NetworkRequestError? { parts.value.refusal }

  /// Keeps the error for a part that cannot be sent, unless there is one already.
  mutating func refuse(_ error: NetworkRequestError) {
    parts.value.refusal = refusal ?? error
  }

  /// The request, whose responses are decoded by `decoder`.
  consuming func decoded(with decoder: any ResponseDecoder) -> TransportRequest {
    parts.value.responseDecoder = decoder
    return self
  }

  /// The request with the template of its path, if it has one, below a base URL.
  consuming func named(by template: String?, below base: BaseURL.Resolved) -> TransportRequest {
    if let template { parts.value.template = (base, template) }
    return self
  }

  /// A copy with the running deadline `deadline`; the request itself for nil.
  func bounded(by deadline: CallDeadline?) -> TransportRequest {
    guard let deadline else { return self }
    return copy(self) { $0.deadline = deadline }
  }

  /// A copy that only `deadline` bounds, for work that several calls wait for: the options lose their deadlines.
  func shared(until deadline: CallDeadline) -> TransportRequest {
    copy(self) {
      $0.deadline = deadline
      if options.deadline != nil { $0.options.deadline = nil }
      if options.sharedDeadline != nil { $0.options.sharedDeadline = nil }
    }
  }

  /// A copy without a running deadline; the deadlines in its options stay.
  func withoutDeadline() -> TransportRequest {
    deadline == nil ? self : copy(self) { $0.deadline = nil }
  }

  /// A copy that belongs to the call with this id.
  func identified(as id: ID) -> TransportRequest {
    copy(self) { $0.id = id }
  }

  /// A copy that belongs to the call of `request`: its id, deadline and record.
  func inCall(of request: TransportRequest) -> TransportRequest {
    copy(self) { ($0.id, $0.deadline, $0.record) = (request.id, request.deadline, request.record) }
  }

  /// A copy without the record of the call.
  var unrecorded: TransportRequest { copy(self) { $0.record = nil } }

  /// The request with the record of its call: a new one, or `new`, unless it has a record.
  consuming func recorded(on clock: CallClock, in new: CallRecord? = nil) -> TransportRequest {
    if record == nil { record = new ?? CallRecord(on: clock) }
    return self
  }
}

extension TransportRequest: PrintedByDescription {
  /// The method and the URL with secrets redacted, as in `POST https://my-server.com/message?greeting=Hello%20World`.
  public var description: String { "\(method) \(options.redaction.url(url))" }

  /// The parts with secrets redacted, so that `dump` does not reveal them either.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "method": method, "url": options.redaction.url(url), "headers": options.redaction.headers(headers),
        "body": body,
        "options": options, "delivery": delivery, "id": id,
      ])
  }
}

extension TransportRequest: Equatable {
  /// True if id, method, URL, header fields and delivery are equal.
  ///
  /// Bodies and options are not compared, because streams and options of any type cannot be.
  public static func == (left: TransportRequest, right: TransportRequest) -> Bool {
    left.id == right.id && left.method == right.method && left.url == right.url
      && left.headers == right.headers && left.delivery == right.delivery
  }
}

extension TransportRequest {
  /// Creates a request from the parts of its URL.
  ///
  /// The scheme is `https` by default; path and query are escaped. Without an authority, which is then
  /// that of ``BaseURL/unset``, the request is for a stack that sets one (``Transport/authority(_:)``).
  ///
  /// ```swift
  /// var request = try TransportRequest(
  ///   method: .post, authority: "my-server.com", path: "/message")
  /// request.query.greeting = "Hello World"
  /// // POST https://my-server.com/message?greeting=Hello%20World
  /// print(request)
  /// ```
  /// - Throws: ``NetworkRequestError/invalidRequest(_:)`` if the parts do not form a URL of `http` or `https`.
  public init(
    method: HTTPMethod = .get, scheme: String = "https", authority: String = "authority.invalid",
    path: String = "",
    query: QueryParams = QueryParams(), headers: HTTPHeaders = HTTPHeaders(), body: HTTPBody = .none
  ) throws(NetworkRequestError) {
    guard URLParts.isHostAndPort(authority) else {
      throw .invalidRequest(
        .baseURL,
        "“\(Redaction.standard.malformedURL(authority))” is not a host with an optional port, such as my-server.com:8080"
      )
    }
    let base = try BaseURL("\(scheme)://\(authority)").resolved()
    let url = try base.url(path: RequestPath(verbatim: path), query: query)
    self.init(method: method, url: url, headers: headers, body: body)
  }

  /// The scheme of the URL, `https` or `http`. Any other value leaves it unchanged, and the request cannot be sent.
  public var scheme: String {
    get { url.scheme ?? "" }
    set { replace(.scheme, with: newValue) }
  }

  /// The host and port of the URL, such as `my-server.com:8080`. An invalid value leaves it unchanged, and the request
  /// cannot be sent.
  public var authority: String {
    get { String(URLParts(url).authority) }
    set { replace(.authority, with: newValue) }
  }

  /// The path of the URL without percent-encoding; setting it escapes characters that a path cannot contain.
  public var path: String {
    get { url.path(percentEncoded: false) }
    set { replace(.path, with: PercentEncoding.escape(newValue, keeping: .path)) }
  }

  /// The query of the URL as decoded names and values; setting an empty one removes the query.
  ///
  /// A query that has a value without a text form, such as a number that is not finite, leaves the URL unchanged, and the
  /// request cannot be sent.
  public var query: QueryParams {
    get { QueryParams(encoded: String(URLParts(url).query)) }
    set {
      do throws(NetworkRequestError) {
        _ = try newValue.checkedItems(of: .query)
        replace(.query, with: newValue.encoded)
      } catch {
        refuse(error)
      }
    }
  }

  // A setter cannot throw, so the transport does.
  private mutating func replace(_ part: URLParts.Part, with text: String) {
    do throws(NetworkRequestError) {
      try replace(part, with: text, named: "\(part)")
    } catch {
      refuse(error)
    }
  }

  /// Replaces one part of the URL.
  ///
  /// - Throws: ``NetworkRequestError/invalidRequest(_:)``, which has `name` and the text, if the result is not an HTTP URL.
  mutating func replace(
    _ part: URLParts.Part, with text: String, named name: String
  ) throws(NetworkRequestError) {
    guard let url = URLParts(url).replacing(part, with: text) else {
      throw .invalidRequest(
        .baseURL, "the \(name) “\(Redaction.standard.malformedURL(text))” does not form an http or https URL")
    }
    self.url = url
  }
}

extension TransportRequest {
  /// The header fields with the media type of the body, which a transport announces if no field does. Whatever hides secrets asks
  /// this for the type of a body.
  package var headersWithContentType: HTTPHeaders {
    guard !body.isNone, let type = body.contentType, !headers.contains(.contentType) else { return headers }
    return copy(headers) { $0.append(HTTPHeader(.contentType, type)) }
  }
}

extension TransportRequest {
  /// The id of a call, which all of its attempts and redirects share.
  public struct ID: Hashable, Sendable, CustomStringConvertible {
    private let high: UInt64
    private let low: UInt64

    /// Creates an id from 128 bits of `generator`.
    public init(using generator: inout some RandomNumberGenerator) {
      high = generator.next()
      low = generator.next()
    }

    /// Creates an id from 128 random bits, so that no other call has it, in this process or another.
    ///
    /// The bits come from the system's cryptographically secure generator, because idempotency keys, trace ids and names
    /// of temporary files are derived from them: an id does not help to guess the next one.
    public init() {
      (high, low) = SystemRandomness.bits()
    }

    /// The id as 32 hexadecimal digits.
    public var description: String {
      Hexadecimal.encode(high) + Hexadecimal.encode(low)
    }
  }
}
