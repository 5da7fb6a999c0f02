/// Sends requests through Foundation's `URLSession`: the terminal transport of Apple platforms.
///
/// ```swift
/// let client = APIClient(baseURL: url, transport: URLSessionTransport(session))
/// ```
/// A streamed response is read at the pace of its reader: on Apple platforms its task is suspended when 256 KiB wait, and
/// resumed when fewer than 64 KiB do. On Linux nothing slows the server down, because a task that is suspended there
/// sends its request again. ``RequestOptions/priority`` is the priority of the task.
///
/// It does not follow redirects (the library does), answers no authentication challenge, and hands over no trailer
/// fields. A body that is a file or a stream is read into memory before it is sent. On Linux it avoids most faults of
/// FoundationNetworking; <doc:Transports> lists those that no client can avoid: some servers can end the process.
public struct URLSessionTransport: TerminalTransport {
  /// One for the whole process: no cache, no cookies, no stored credentials.
  public static let shared = URLSessionTransport(configuration: .requisite)

  private let host: URLSessionHost

  /// Makes a transport that sends through `session`.
  ///
  /// On Apple platforms the session itself is used: its configuration, delegate, protocol classes, cache and cookies.
  /// Redirects are refused by the delegate of each task and follow ``RequestOptions/redirects``. On Linux a session of
  /// the same configuration is made, without its cache and credential storage and with a delegate of the library's own:
  /// otherwise a cancelled call can end the process, and a 401 can hang. What is left out is printed on standard error,
  /// once for the process.
  public init(_ session: URLSession) {
    host = URLSessionHost(session)
  }

  /// Makes a transport with a session of its own.
  public init(configuration: URLSessionConfiguration) {
    host = URLSessionHost(configuration: configuration)
  }

  /// Sends the request and returns the response, as it is asked for.
  ///
  /// - Throws: ``NetworkRequestError/urlSessionFailed(_:)``; ``NetworkRequestError/cancelled(_:)``;
  ///   ``NetworkRequestError/bodyTooLarge(_:)`` as soon as a body in memory grows past its limit;
  ///   ``NetworkRequestError/deadlineExceeded(_:)``;
  ///   ``NetworkRequestError/invalidRequest(_:)`` where the body's file cannot be read.
  public func exchange(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    try await request.withinDeadline { bounded throws(NetworkRequestError) in try await run(bounded) }
  }

  private func run(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    let foundationRequest = try await URLSessionUpload(request).foundationRequest()
    guard !Task.isCancelled else { throw .cancelled(request) }
    let exchange = URLSessionExchange(request, file: try await TransferFile.open(for: request))
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        exchange.start(host.task(for: foundationRequest, delivering: exchange), resuming: continuation)
      }
    } onCancel: {
      exchange.cancel()
    }
    return try result.get()
  }
}

extension URLSessionConfiguration {
  /// The system's defaults without what would answer or remember in the library's stead.
  static var requisite: URLSessionConfiguration {
    let configuration = URLSessionConfiguration.default
    configuration.urlCache = nil
    configuration.httpCookieStorage = nil
    configuration.urlCredentialStorage = nil
    configuration.httpShouldSetCookies = false
    return configuration
  }
}
