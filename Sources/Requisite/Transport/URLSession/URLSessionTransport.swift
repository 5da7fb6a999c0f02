#if FoundationNetworking || !(os(Linux) || os(Android))
  /// The terminal transport of Apple platforms, which sends requests through Foundation's `URLSession`.
  ///
  /// ```swift
  /// let client = APIClient(
  ///   baseURL: url, transport: URLSessionTransport(session))
  /// ```
  /// On Apple platforms it reads a streamed response at the pace of its reader: it suspends the task when 256 KiB are
  /// unread and resumes it below 64 KiB. On Linux it cannot slow the server down, because a suspended task sends its request
  /// again. ``RequestOptions/priority`` sets the priority of the task.
  ///
  /// It leaves redirects to the library and reports no trailer fields. On Apple platforms, URLSession reads a body that is a
  /// file or a stream while it sends it. On Linux such a body is read into memory before the request is sent, which avoids
  /// faults of FoundationNetworking, as do other measures; <doc:URLSessionOnLinux> lists the faults that a client cannot avoid, some
  /// of which end the process.
  public struct URLSessionTransport: TerminalTransport {
    /// The shared transport of the process, without cache, cookies and stored credentials.
    public static let shared = URLSessionTransport(configuration: .requisite)

    /// True if the session adds header fields, cookies or stored credentials to requests by itself. No response is cached or
    /// shared then, because it is not known whose it is.
    public let addsCredentials: Bool
    /// True: the session counts the bytes of both bodies.
    public var reportsProgress: Bool { true }
    let host: URLSessionHost

    /// Creates a transport that sends through `session`.
    ///
    /// On Apple platforms it uses the session itself: its configuration, delegate, protocol classes, cache and cookies. The
    /// delegate of each task refuses redirects, which follow ``RequestOptions/redirects``, and passes on to the session's delegate what
    /// needs no answer. A background session has no such
    /// delegates, so each call through one throws ``NetworkRequestError/invalidRequest(_:)``: use ``BackgroundTransfers``. On Linux it creates a session with
    /// the same configuration, but without its cache, credential storage, delegate and cookie storage, because with them a
    /// cancelled call can end the process, a 401 can hang, and all callers share one user's cookies. It reports what it
    /// leaves out on standard error, once per process.
    public init(_ session: URLSession) {
      self.init(URLSessionHost(session))
    }

    init(_ host: URLSessionHost) {
      self.host = host
      addsCredentials = host.configuration.addsCredentials
    }

    /// Creates a transport with a new session.
    public init(configuration: URLSessionConfiguration) {
      self.init(URLSessionHost(configuration: configuration))
    }

    /// Sends the request and returns the response, with its body in memory or as a stream.
    ///
    /// - Throws: ``NetworkRequestError/urlSessionFailed(_:)``; ``NetworkRequestError/cancelled(_:)``;
    ///   ``NetworkRequestError/invalidRequest(_:)`` if the URL is not an `http` or `https` URL with a host, or the method or a
    ///   header field cannot be sent.
    public func exchange(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
      try host.check()
      let upload = try await URLSessionUpload(request)
      guard !Task.isCancelled else { throw .cancelled(request) }
      let exchange = URLSessionExchange(request)
      let result = await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          exchange.start(host.task(for: upload, delivering: exchange), resuming: continuation)
        }
      } onCancel: {
        exchange.cancel()
      }
      return try result.get()
    }
  }

  extension URLSession: TerminalTransport {
    /// Sends the request through this session, as ``URLSessionTransport`` does.
    ///
    /// For many calls, create a ``URLSessionTransport`` once: on Linux each call of this function creates a session.
    public func exchange(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
      try await URLSessionHost.transport(of: self).exchange(request)
    }

    /// True if the session adds header fields, cookies or stored credentials to requests by itself.
    public var addsCredentials: Bool { configuration.addsCredentials }

    /// True: the session counts the bytes of both bodies.
    public var reportsProgress: Bool { true }
  }

  extension URLSessionConfiguration {
    /// The system's defaults without cache, cookies and stored credentials, which the library handles itself.
    static var requisite: URLSessionConfiguration {
      let configuration = URLSessionConfiguration.default
      configuration.removeStores()
      URLSessionHost.prepare(configuration)
      return configuration
    }

    var addsCredentials: Bool {
      httpAdditionalHeaders?.isEmpty == false || httpCookieStorage != nil && httpShouldSetCookies
        || urlCredentialStorage != nil
    }

    func removeStores() {
      urlCache = nil
      httpCookieStorage = nil
      urlCredentialStorage = nil
      httpShouldSetCookies = false
    }
  }

  /// Invalidates a session of the library when the last transport that uses it is released. A session is never released
  /// otherwise.
  final class URLSessionOwner: Sendable {
    let session: URLSession

    init(_ session: URLSession) {
      self.session = session
    }

    deinit { session.finishTasksAndInvalidate() }
  }

  extension TransportRequest {
    /// Returns the request for a session, without a body that is a file or a stream.
    ///
    /// - Throws: ``NetworkRequestError/invalidRequest(_:)`` for what the session must not or cannot send. Some sessions of Apple's
    ///   end the process for another scheme.
    func sessionRequest() throws(NetworkRequestError) -> URLRequest {
      try checkedTarget()
      var result = try checkedURLRequest()
      // A part of a compressed body could not be decoded, and the session would accept one.
      if headers.contains(.range), !headers.contains(.acceptEncoding) {
        result.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
      }
      // The cookie store of the session must not add to or replace the request's own Cookie field.
      if headers.contains(.cookie) { result.httpShouldHandleCookies = false }
      let hasType = headers.contains(.contentType) || body.contentType != nil
      if !hasType, method != .get, method != .head { URLSessionHost.omitContentType(of: &result) }
      return result
    }
  }
#endif
