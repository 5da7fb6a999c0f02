/// The options of a call, which guide the library and are never sent: time limits, accepted statuses, and options that
/// decorators define.
///
/// ```swift
/// let options = RequestOptions(timeout: .seconds(5), deadline: .seconds(20))
/// ```
/// The options of a request override those of its client one by one. A decorator defines an option as SwiftUI defines an
/// environment value:
///
/// ```swift
/// enum TenantKey: RequestOptionKey { static let defaultValue = "public" }
/// extension RequestOptions {
///   var tenant: String {
///     get { self[TenantKey.self] }
///     set { self[TenantKey.self] = newValue }
///   }
/// }
/// ```
public struct RequestOptions: Sendable {
  private var values: [Name: any Sendable] = [:]

  /// Creates options without values, so that the client's options or the defaults apply.
  public init() {}

  /// True if no option was set, not even to its default.
  var isEmpty: Bool { values.isEmpty }

  /// The value of an option; ``RequestOptionKey/defaultValue`` if it was not set.
  public subscript<Key: RequestOptionKey>(key: Key.Type) -> Key.Value {
    get {
      // Unwrapped before the cast, which turns a missing value of an optional type into nil.
      guard !values.isEmpty, let set = values[Name(key: key)], let value = set as? Key.Value else {
        return Key.defaultValue
      }
      return value
    }
    set { values[Name(key: key)] = newValue }
  }

  /// A copy with every option that `others` sets; options that only this value sets stay.
  public func merging(_ others: RequestOptions) -> RequestOptions {
    if others.values.isEmpty { return self }
    if values.isEmpty { return others }
    return copy(self) { $0.values.merge(others.values) { _, other in other } }
  }

  /// True if two calls with these options may share a response, as the key of each option says of its two values. An option
  /// that was not set has its default, except for the idle timeout, which a session of URLSession then has of its own.
  func mayShareResponse(with others: RequestOptions) -> Bool {
    if values.isEmpty && others.values.isEmpty { return true }
    guard isTimeoutSet == others.isTimeoutSet else { return false }
    let names = Set(values.keys).union(others.values.keys)
    return names.allSatisfy { mayShareResponse(with: others, in: $0.key) }
  }

  private func mayShareResponse<Key: RequestOptionKey>(with others: RequestOptions, in key: Key.Type) -> Bool
  {
    Key.mayShareResponse(self[key], others[key])
  }

  /// A copy with one option changed, as in `options.with(\.timeout, .seconds(5))`.
  public func with<Value>(_ option: WritableKeyPath<RequestOptions, Value>, _ value: Value) -> RequestOptions
  {
    copy(self) { $0[keyPath: option] = value }
  }
}

extension RequestOptions {
  /// The name of an option: the type of its key.
  private struct Name: Hashable {
    let key: any RequestOptionKey.Type

    static func == (left: Name, right: Name) -> Bool { left.key == right.key }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(key)) }
  }
}

extension RequestOptions {
  /// Creates options with the most frequent ones. One that is left out or nil is not set, so the client's or the default
  /// applies. For all others, see ``with(_:_:)-(_,Value)``. Statuses are a list or a range, such as `200...299`.
  public init(
    timeout: Duration? = nil, deadline: Duration? = nil,
    acceptedStatuses: (some Sequence<Int>)? = [Int]?.none, nilStatuses: (some Sequence<Int>)? = [Int]?.none,
    maximumBodySize: Int? = nil, priority: Priority? = nil, isRepeatable: Bool? = nil
  ) {
    self.init()
    if let timeout { self.timeout = timeout }
    if let deadline { self.deadline = deadline }
    if let acceptedStatuses { self.acceptedStatuses = Set(acceptedStatuses) }
    if let nilStatuses { self.nilStatuses = Set(nilStatuses) }
    if let maximumBodySize { self.maximumBodySize = maximumBodySize }
    if let priority { self.priority = priority }
    if let isRepeatable { self.isRepeatable = isRepeatable }
  }

  /// The idle timeout: how long a connection may be silent. 60 seconds by default, as in Foundation; nil for no limit. With
  /// ``CurlTransport``, bytes count that complete a header line or belong to a body.
  ///
  /// After that time the call fails with ``NetworkRequestError/urlSessionFailed(_:)`` and the code `.timedOut`. On Apple
  /// platforms, a `URLSession` of your own applies its `timeoutIntervalForRequest` to requests that do not set this option.
  public var timeout: Duration? {
    get { self[TimeoutKey.self] }
    set { self[TimeoutKey.self] = newValue }
  }

  /// True if ``timeout`` was set, also to its default. Otherwise a session of URLSession applies its own.
  var isTimeoutSet: Bool { values[Name(key: TimeoutKey.self)] != nil }

  /// The time limit of the whole call: queueing, token refresh, attempts, waits, redirects and body. nil, no limit, by
  /// default, because only the caller knows how long a response is worth waiting for.
  ///
  /// After that time the call fails with ``NetworkRequestError/deadlineExceeded(_:request:)``.
  public var deadline: Duration? {
    get { self[DeadlineKey.self] }
    set { self[DeadlineKey.self] = newValue }
  }

  /// A deadline that several calls share and that runs from its creation. nil by default.
  ///
  /// The earlier of this and ``deadline`` ends the call. A shared deadline bounds all attempts of a download, and all
  /// connections of an ``EventSource``, together; ``deadline`` starts anew for each.
  public var sharedDeadline: CallDeadline? {
    get { self[SharedDeadlineKey.self] }
    set { self[SharedDeadlineKey.self] = newValue }
  }

  /// The largest body in memory, in bytes after decompression. 64 MiB by default: far more than an API sends, far less than
  /// exhausts the memory of a process.
  ///
  /// A larger body fails the call with ``NetworkRequestError/bodyTooLarge(_:request:)``.
  public var maximumBodySize: Int {
    get { max(0, self[MaximumBodySizeKey.self]) }
    set { self[MaximumBodySizeKey.self] = newValue }
  }

  /// The statuses that count as success. 200…299 by default.
  ///
  /// A response with the status 304 has no body. If you send `If-None-Match` yourself, catch it (`error.status == 304`), or
  /// accept it for a `ReturnType` that needs no body, such as ``NetworkResponse``.
  public var acceptedStatuses: Set<Int> {
    get { self[AcceptedStatusesKey.self] }
    set { self[AcceptedStatusesKey.self] = newValue }
  }

  /// The statuses that mean that there is no value: the value of an Optional `ReturnType` is then nil, whatever the body.
  /// Empty by default.
  ///
  /// ```swift
  /// struct FindTodo: Request {
  ///   typealias ReturnType = Todo?
  ///   let id: Int
  ///   var path: RequestPath { "/todos/\(id)" }
  ///   let options = RequestOptions().with(\.nilStatuses, [404])
  /// }
  /// ```
  /// For such a request they count as ``acceptedStatuses``. A request whose `ReturnType` is not Optional fails with the
  /// status, so a client can set this option for all of its requests.
  public var nilStatuses: Set<Int> {
    get { self[NilStatusesKey.self] }
    set { self[NilStatusesKey.self] = newValue }
  }

  /// Whether the `Content-Type` of a response must match the request's `Accept` field.
  ///
  /// True by default, so that the page of a captive portal is recognized before it is decoded. A response of another
  /// type fails the call with ``NetworkRequestError/decodingError(_:)``, whatever the return type. The check is skipped
  /// if the request has no `Accept` field, or the response has no body or no `Content-Type`. ``ServerSentEvents`` must
  /// have the type `text/event-stream` if this option is true.
  public var checksContentType: Bool {
    get { self[ChecksContentTypeKey.self] }
    set { self[ChecksContentTypeKey.self] = newValue }
  }

  /// The types that a response may have besides those of the request's `Accept` field: for a server that calls a type by another
  /// name, as `text/csv` for `application/csv`. Empty by default.
  public var acceptedTypes: [MediaType] {
    get { self[AcceptedTypesKey.self] }
    set { self[AcceptedTypesKey.self] = newValue }
  }

  /// The `User-Agent` of a request without that field. nil by default: with libcurl `ProgramName Requisite/VERSION`, because
  /// some servers refuse requests without one (GitHub's API answers 403), and the system's with URLSession. If it is empty, none
  /// is sent with libcurl. A dispatcher adds the field before the stack.
  public var userAgent: String? {
    get { self[UserAgentKey.self] }
    set { self[UserAgentKey.self] = newValue }
  }

  /// Whether the whole document is decoded if there is nothing at the request's key path.
  ///
  /// False by default: the call fails with ``NetworkRequestError/decodingError(_:)``.
  public var keyPathIsOptional: Bool {
    get { self[KeyPathIsOptionalKey.self] }
    set { self[KeyPathIsOptionalKey.self] = newValue }
  }

  /// The rule that redacts secrets in printed requests, responses and errors; ``Redaction/standard`` by default.
  public var redaction: Redaction {
    get { self[RedactionKey.self] }
    set { self[RedactionKey.self] = newValue }
  }

  /// The encoder that is tried before the client's encoders for an `Encodable` body. nil by default.
  public var bodyEncoder: (any BodyEncoder)? {
    get { self[BodyEncoderKey.self] }
    set { self[BodyEncoderKey.self] = newValue }
  }

  /// The encoder that replaces the client's for an `Encodable` query. nil by default.
  public var queryEncoder: QueryEncoder? {
    get { self[QueryEncoderKey.self] }
    set { self[QueryEncoderKey.self] = newValue }
  }
}

private enum TimeoutKey: RequestOptionKey { static let defaultValue: Duration? = .seconds(60) }
private enum DeadlineKey: RequestOptionKey { static let defaultValue: Duration? = nil }
private enum SharedDeadlineKey: RequestOptionKey {
  static let defaultValue: CallDeadline? = nil
  /// Each call keeps its own deadline.
  static func mayShareResponse(_ left: Value, _ right: Value) -> Bool { true }
}
private enum MaximumBodySizeKey: RequestOptionKey { static let defaultValue = 64 << 20 }
private enum AcceptedStatusesKey: RequestOptionKey { static let defaultValue = Set(200..<300) }
private enum NilStatusesKey: RequestOptionKey { static let defaultValue: Set<Int> = [] }
private enum ChecksContentTypeKey: RequestOptionKey { static let defaultValue = true }
private enum AcceptedTypesKey: RequestOptionKey { static let defaultValue: [MediaType] = [] }
private enum UserAgentKey: RequestOptionKey { static let defaultValue: String? = nil }
private enum KeyPathIsOptionalKey: RequestOptionKey { static let defaultValue = false }
private enum BodyEncoderKey: RequestOptionKey {
  static let defaultValue: (any BodyEncoder)? = nil
  /// The body was encoded before, and a request with one is not shared.
  static func mayShareResponse(_ left: Value, _ right: Value) -> Bool { true }
}
private enum QueryEncoderKey: RequestOptionKey {
  static let defaultValue: QueryEncoder? = nil
  /// The query was encoded before, and is compared in the URL.
  static func mayShareResponse(_ left: Value, _ right: Value) -> Bool { true }
}
private enum RedactionKey: RequestOptionKey { static let defaultValue = Redaction.standard }

extension RequestOptions {
  /// The file URL that a response delivered to a file is written to. nil by default: a temporary file, which the caller
  /// must move or remove.
  ///
  /// The folder must exist, and the file must not unless ``replacesFile`` is set. If the file exists, or the URL is not a
  /// file URL, the call fails with ``NetworkRequestError/invalidRequest(_:)``, and nothing is sent. The permissions of the
  /// file are those of the file that it replaces, else they follow the umask; only its owner can read a temporary file.
  public var fileDestination: URL? {
    get { self[FileDestinationKey.self] }
    set { self[FileDestinationKey.self] = newValue }
  }
}

extension RequestOptions {
  /// Whether an existing file at ``fileDestination`` is replaced; by default it is not, and the call fails.
  ///
  /// The file is replaced in one step when the new one is complete. Until then, and if the call fails, the old file stays
  /// unchanged.
  public var replacesFile: Bool {
    get { self[ReplacesFileKey.self] }
    set { self[ReplacesFileKey.self] = newValue }
  }
}

private enum ReplacesFileKey: RequestOptionKey { static let defaultValue = false }
private enum FileDestinationKey: RequestOptionKey { static let defaultValue: URL? = nil }

extension RequestOptions {
  /// The priority of a call in the queues of throttling and rate limiting.
  public enum Priority: Int, Sendable, Hashable, Comparable, CaseIterable {
    /// Sent after all others, for prefetching and background uploads.
    case low
    /// The default priority; calls are sent in the order in which they arrive.
    case normal
    /// Sent before all others, for what a user is waiting for.
    case high

    /// True if `left` has a lower priority than `right` and is sent after it.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// The priority of the call in the queues of ``Transport/throttled(max:scope:queue:)`` and
  /// ``Transport/rateLimited(_:per:burst:scope:queue:maximumRetryAfter:quotas:clock:)``.
  ///
  /// `.normal` by default. Calls of one priority are sent in the order in which they arrive. A call of low priority waits
  /// as long as calls of higher priority arrive.
  public var priority: Priority {
    get { self[PriorityKey.self] }
    set { self[PriorityKey.self] = newValue }
  }
}

private enum PriorityKey: RequestOptionKey { static let defaultValue = RequestOptions.Priority.normal }

extension RequestOptions {
  /// Whether the request may be sent again although a server may have processed it; nil, the default, if its method and an
  /// ``IdempotencyKey`` decide.
  ///
  /// ```swift
  /// struct SearchTodos: Request {
  ///   typealias ReturnType = [Todo]
  ///   let path = "/todos/search"
  ///   let method = HTTPMethod.post
  ///   let body: [String: String]
  ///   let options = RequestOptions().with(\.isRepeatable, true)  // this POST only reads
  /// }
  /// ```
  /// True adds no header field: the server needs to know nothing. False is for a `PUT` or `GET` that is not idempotent
  /// (RFC 9110 §9.2.2). All that repeats a request follows it, libcurl's second try on a lost connection included. A request that is not safe is not hedged, repeatable or not.
  public var isRepeatable: Bool? {
    get { self[IsRepeatableKey.self] }
    set { self[IsRepeatableKey.self] = newValue }
  }
}

private enum IsRepeatableKey: RequestOptionKey { static let defaultValue: Bool? = nil }

extension TransportRequest {
  /// True if the request can be sent again without harm: as its options say, or else if its method is idempotent or it has
  /// an idempotency key.
  var isRepeatable: Bool {
    options.isRepeatable ?? (method.isIdempotent || headers.contains(.idempotencyKey))
  }

  /// True if the request can be sent again, and that does no harm.
  var maySendAgain: Bool { isRepeatable && body.isReplayable }

  /// Returns the request with the ``RequestOptions/userAgent``, unless it has a field of its own. Before the stack, so that a cache
  /// knows what is sent.
  consuming func carryingUserAgent() -> TransportRequest {
    guard !options.isEmpty, let name = options.userAgent, !headers.contains(.userAgent) else { return self }
    headers.append(HTTPHeader(.userAgent, name))
    return self
  }
}

extension RequestOptions {
  /// The options of a request with that return type, which accepts ``nilStatuses`` if the type is Optional.
  func acceptingNilStatuses(for type: Any.Type) -> RequestOptions {
    guard !nilStatuses.isEmpty, type is any OptionalResponse.Type else { return self }
    return with(\.acceptedStatuses, acceptedStatuses.union(nilStatuses))
  }
}
