extension RequestOptions {
  /// Makes options of the two time limits; nil leaves a limit at its default.
  public init(timeout: Duration? = nil, deadline: Duration? = nil) {
    self.init()
    if let timeout { self.timeout = timeout }
    if let deadline { self.deadline = deadline }
  }

  /// How long a connection may be silent before the call fails with ``NetworkRequestError/urlSessionFailed(_:)``,
  /// `.timedOut`. 60 seconds by default, as everywhere in Foundation; nil for no limit.
  public var timeout: Duration? {
    get { self[TimeoutKey.self] }
    set { self[TimeoutKey.self] = newValue }
  }

  /// How long the whole call may take — queueing, token refresh, attempts, waits, redirects and body — before it
  /// fails with ``NetworkRequestError/deadlineExceeded(_:)``. None by default: only the caller knows how long an
  /// answer is worth waiting for.
  public var deadline: Duration? {
    get { self[DeadlineKey.self] }
    set { self[DeadlineKey.self] = newValue }
  }

  /// A deadline that the call shares with others, which has begun to run when it was made; of the two, the earlier one
  /// ends the call. It also bounds all attempts of a download and all connections of an ``EventSource`` together, where
  /// ``deadline`` is counted for each. nil by default.
  public var sharedDeadline: CallDeadline? {
    get { self[SharedDeadlineKey.self] }
    set { self[SharedDeadlineKey.self] = newValue }
  }

  /// How many bytes a body in memory may have, after decompression, before the call fails with
  /// ``NetworkRequestError/bodyTooLarge(_:)``. 64 MiB by default: far beyond what an API answers, far below what a
  /// process dies of.
  public var maximumBodySize: Int {
    get { self[MaximumBodySizeKey.self] }
    set { self[MaximumBodySizeKey.self] = newValue }
  }

  /// The statuses that are a success. 200…299 by default.
  ///
  /// A 304 where you sent `If-None-Match` is one to add: `options.acceptedStatuses.insert(304)`.
  public var acceptedStatuses: Set<Int> {
    get { self[AcceptedStatusesKey.self] }
    set { self[AcceptedStatusesKey.self] = newValue }
  }

  /// Whether the response's `Content-Type` must be one that the request's `Accept` asks for, where both are there.
  /// True by default: a page of a captive portal is caught before the decoder stumbles over it.
  public var checksContentType: Bool {
    get { self[ChecksContentTypeKey.self] }
    set { self[ChecksContentTypeKey.self] = newValue }
  }

  /// Whether a key path that leads nowhere means the whole document instead of an error. False by default.
  public var keyPathIsOptional: Bool {
    get { self[KeyPathIsOptionalKey.self] }
    set { self[KeyPathIsOptionalKey.self] = newValue }
  }

  /// What is left out where the request, its response and its errors are printed. ``Redaction/standard`` by default.
  public var redaction: Redaction {
    get { self[RedactionKey.self] }
    set { self[RedactionKey.self] = newValue }
  }

  /// What encodes this request's body, before the client's encoders are asked. nil by default.
  public var bodyEncoder: (any BodyEncoder)? {
    get { self[BodyEncoderKey.self] }
    set { self[BodyEncoderKey.self] = newValue }
  }

  /// What writes this request's `Encodable` query, in place of the client's encoder. nil by default.
  public var queryEncoder: QueryEncoder? {
    get { self[QueryEncoderKey.self] }
    set { self[QueryEncoderKey.self] = newValue }
  }
}

private enum TimeoutKey: RequestOptionKey { static let defaultValue: Duration? = .seconds(60) }
private enum DeadlineKey: RequestOptionKey { static let defaultValue: Duration? = nil }
private enum SharedDeadlineKey: RequestOptionKey { static let defaultValue: CallDeadline? = nil }
private enum MaximumBodySizeKey: RequestOptionKey { static let defaultValue = 64 << 20 }
private enum AcceptedStatusesKey: RequestOptionKey { static let defaultValue = Set(200..<300) }
private enum ChecksContentTypeKey: RequestOptionKey { static let defaultValue = true }
private enum KeyPathIsOptionalKey: RequestOptionKey { static let defaultValue = false }
private enum BodyEncoderKey: RequestOptionKey { static let defaultValue: (any BodyEncoder)? = nil }
private enum QueryEncoderKey: RequestOptionKey { static let defaultValue: QueryEncoder? = nil }
private enum RedactionKey: RequestOptionKey { static let defaultValue = Redaction.standard }
