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
    var id: RequestID
    var deadline: CallDeadline?
    var record: CallRecord?
    var responseDecoder: (any ResponseDecoder)?
    var refusal: NetworkRequestError?
  }

  private var parts: CopyOnWrite<Parts>

  /// Creates a request from its parts, which are not checked.
  ///
  /// By default the method is `GET`, header fields, body and options are empty, the response is delivered in memory, and
  /// the id is new.
  public init(
    method: HTTPMethod = .get, url: URL, headers: HTTPHeaders = HTTPHeaders(), body: HTTPBody = .none,
    options: RequestOptions = RequestOptions(), delivery: Delivery = .buffered, id: RequestID = RequestID()
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
  public private(set) var id: RequestID {
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
}

extension TransportRequest {
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

  /// A copy with the running deadline `deadline`; the request itself for nil.
  func bounded(by deadline: CallDeadline?) -> TransportRequest {
    guard let deadline else { return self }
    var result = self
    result.deadline = deadline
    return result
  }

  /// A copy that only `deadline` bounds, for work that several calls wait for: the options lose their deadlines.
  func shared(until deadline: CallDeadline) -> TransportRequest {
    var result = self
    result.deadline = deadline
    if options.deadline != nil { result.options.deadline = nil }
    if options.sharedDeadline != nil { result.options.sharedDeadline = nil }
    return result
  }

  /// A copy without a running deadline; the deadlines in its options stay.
  func withoutDeadline() -> TransportRequest {
    guard deadline != nil else { return self }
    var result = self
    result.deadline = nil
    return result
  }

  /// A copy that belongs to the call with this id.
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

  /// The request with the record of its call: a new one, or `new`, unless it has a record.
  consuming func recorded(on clock: CallClock, in new: CallRecord? = nil) -> TransportRequest {
    if record == nil { record = new ?? CallRecord(on: clock) }
    return self
  }
}

extension TransportRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The method and the URL with secrets redacted, as in `POST https://my-server.com/message?greeting=Hello%20World`.
  public var description: String { "\(method) \(options.redaction.url(url))" }

  /// The ``description``, with secrets redacted.
  public var debugDescription: String { description }

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
