/// A request as a transport sees it: checked, encoded, ready to go.
///
/// It holds the library's own values, not a `URLRequest`: a `URLRequest` keeps its header fields in a dictionary,
/// so their order and repeats are lost. Where one is needed, ``urlRequest`` makes it.
public struct TransportRequest: Sendable {
  private struct Parts {
    var method: HTTPMethod
    var url: URL
    var headers: HTTPHeaders
    var body: HTTPBody
    var options: RequestOptions
    var delivery: Delivery
    var id: RequestID
    var deadline: CallDeadline?
    var record: CallRecord?
    var responseDecoder: (any ResponseDecoder)?
  }

  private var parts: CopyOnWrite<Parts>

  /// Makes a request. The method is `GET` and all else empty unless said otherwise.
  public init(
    method: HTTPMethod = .get, url: URL, headers: HTTPHeaders = HTTPHeaders(), body: HTTPBody = .none,
    options: RequestOptions = RequestOptions(), delivery: Delivery = .buffered, id: RequestID = RequestID()
  ) {
    parts = CopyOnWrite(
      Parts(
        method: method, url: url, headers: headers, body: body, options: options, delivery: delivery, id: id))
  }

  /// The method. `GET` by default.
  public var method: HTTPMethod {
    get { parts.value.method }
    set { parts.value.method = newValue }
  }

  /// The URL with its query, without a fragment.
  public var url: URL {
    get { parts.value.url }
    set { parts.value.url = newValue }
  }

  /// The header fields, in the order in which they are sent.
  public var headers: HTTPHeaders {
    get { parts.value.headers }
    _modify { yield &parts.value.headers }
  }

  /// The body that is sent after the header fields.
  public var body: HTTPBody {
    get { parts.value.body }
    set { parts.value.body = newValue }
  }

  /// The options of the call, those of your own decorators among them.
  public var options: RequestOptions {
    get { parts.value.options }
    _modify { yield &parts.value.options }
  }

  /// The form in which the body of the response is delivered.
  public var delivery: Delivery {
    get { parts.value.delivery }
    set { parts.value.delivery = newValue }
  }

  /// The name of the call among all others; the same for all of its attempts.
  public private(set) var id: RequestID {
    get { parts.value.id }
    set { parts.value.id = newValue }
  }

  /// When the call must be over; nil where no deadline is set. The dispatcher and ``Transport/deadline(_:clock:)`` set it.
  public private(set) var deadline: CallDeadline? {
    get { parts.value.deadline }
    set { parts.value.deadline = newValue }
  }

  /// What happened to the call so far; nil before the dispatcher, or a layer that keeps a history, has set it.
  public private(set) var record: CallRecord? {
    get { parts.value.record }
    set { parts.value.record = newValue }
  }
}

extension TransportRequest {
  /// What decodes responses of the call, error bodies among them; nil for a request that was built by hand.
  var responseDecoder: (any ResponseDecoder)? { parts.value.responseDecoder }

  /// A copy whose responses are read by `decoder`.
  func decoded(with decoder: any ResponseDecoder) -> TransportRequest {
    var result = self
    result.parts.value.responseDecoder = decoder
    return result
  }

  /// A copy with a running deadline; unchanged for nil.
  func bounded(by deadline: CallDeadline?) -> TransportRequest {
    guard let deadline else { return self }
    var result = self
    result.deadline = deadline
    return result
  }

  /// A copy that `deadline` alone bounds, for work that several calls wait for.
  func shared(until deadline: CallDeadline) -> TransportRequest {
    var result = self
    result.deadline = deadline
    if options.deadline != nil { result.options.deadline = nil }
    if options.sharedDeadline != nil { result.options.sharedDeadline = nil }
    return result
  }

  /// A copy without the deadline of one attempt; a deadline that its options share stays.
  func withoutDeadline() -> TransportRequest {
    guard deadline != nil else { return self }
    var result = self
    result.deadline = nil
    return result
  }

  /// A copy that belongs to the call with that id.
  func identified(as id: RequestID) -> TransportRequest {
    var result = self
    result.id = id
    return result
  }

  /// A copy that belongs to the call of `request`: its id, deadline and record.
  func inCall(of request: TransportRequest) -> TransportRequest {
    var result = identified(as: request.id)
    result.deadline = request.deadline
    result.record = request.record
    return result
  }

  /// A copy with a record of its call; unchanged if it has one.
  func recorded(on clock: CallClock) -> TransportRequest {
    guard record == nil else { return self }
    var result = self
    result.record = CallRecord(on: clock)
    return result
  }
}

extension TransportRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Method and URL, as in `POST https://my-server.com/message?greeting=Hello%20World`; what is secret in the URL is
  /// left out.
  public var description: String { "\(method) \(options.redaction.url(url))" }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// The parts without their secrets, so that `dump` cannot tell either.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "method": method, "url": options.redaction.url(url), "headers": headers, "body": body,
        "options": options, "delivery": delivery, "id": id,
      ])
  }
}

extension TransportRequest: Equatable {
  /// Whether both are one call: id, method, URL, header fields and delivery are the same. Bodies and options are not
  /// compared, for streams and options of any type cannot be.
  public static func == (left: TransportRequest, right: TransportRequest) -> Bool {
    left.id == right.id && left.method == right.method && left.url == right.url
      && left.headers == right.headers && left.delivery == right.delivery
  }
}
