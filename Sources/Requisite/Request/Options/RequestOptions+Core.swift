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
  /// fails with ``NetworkRequestError/deadlineExceeded(_:)``. None by default: only the caller knows how long a
  /// response is worth waiting for.
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
  /// ``NetworkRequestError/bodyTooLarge(_:)``. 64 MiB by default: far more than an API sends, far less than
  /// exhausts the memory of a process.
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

  /// The rule that leaves secrets out where the request, its response and its errors are printed. ``Redaction/standard`` by default.
  public var redaction: Redaction {
    get { self[RedactionKey.self] }
    set { self[RedactionKey.self] = newValue }
  }

  /// The encoder of this request's body, tried before the client's encoders. nil by default.
  public var bodyEncoder: (any BodyEncoder)? {
    get { self[BodyEncoderKey.self] }
    set { self[BodyEncoderKey.self] = newValue }
  }

  /// The encoder of this request's `Encodable` query, in place of the client's. nil by default.
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

extension RequestOptions {
  /// The place of a response that is delivered to a file, name included. Nothing may be there yet unless
  /// ``replacesFile`` is set; its folder must be. nil by default: a temporary file, which then is the caller's.
  ///
  /// The permissions of the file follow the umask; those of a temporary file let its owner alone read it. A place that
  /// is taken or is no file's is a ``NetworkRequestError/invalidRequest(_:)``, and nothing is sent.
  public var fileDestination: URL? {
    get { self[FileDestinationKey.self] }
    set { self[FileDestinationKey.self] = newValue }
  }
}

extension RequestOptions {
  /// Whether a file that is already at ``fileDestination`` is replaced, in one step, when the new one is whole. False by
  /// default: a place that is taken is an error.
  ///
  /// Until then, and where the call fails, the old file stays as it is.
  public var replacesFile: Bool {
    get { self[ReplacesFileKey.self] }
    set { self[ReplacesFileKey.self] = newValue }
  }
}

private enum ReplacesFileKey: RequestOptionKey { static let defaultValue = false }

private enum FileDestinationKey: RequestOptionKey { static let defaultValue: URL? = nil }

/// The rank of a call among those that wait for their turn.
public enum CallPriority: Int, Sendable, Hashable, Comparable, CaseIterable {
  /// After all others: prefetching, uploads in the background.
  case low
  /// The default: first come, first served.
  case normal
  /// Before all others: what a user is waiting for.
  case high

  /// Whether the one comes after the other.
  public static func < (left: CallPriority, right: CallPriority) -> Bool { left.rawValue < right.rawValue }
}

extension RequestOptions {
  /// The rank of the call in the queues of ``Transport/throttled(max:scope:queue:)`` and
  /// ``Transport/rateLimited(_:per:burst:scope:queue:maximumRetryAfter:clock:wallClock:)``. `.normal` by default.
  /// Among calls of one priority it is first come, first served; a low one waits for as long as higher ones come.
  public var priority: CallPriority {
    get { self[PriorityKey.self] }
    set { self[PriorityKey.self] = newValue }
  }
}

private enum PriorityKey: RequestOptionKey { static let defaultValue = CallPriority.normal }
