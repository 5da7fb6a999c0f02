#if os(Linux)
  /// The terminal transport for Linux: HTTP/1.1 and HTTP/2 by the libcurl that Foundation brings along.
  ///
  /// It is the default on Linux, for URLSession there crashes on trailers, hangs on a 401 and on cancellation,
  /// and drops bodies (see ``URLSessionTransport``). Nothing has to be installed for it: where FoundationNetworking
  /// is, libcurl is.
  ///
  /// ```swift
  /// var configuration = CurlTransport.Configuration()
  /// configuration.connectTimeout = .seconds(3)
  /// let client = APIClient(baseURL: "https://api.example.com", transport: CurlTransport(configuration))
  /// ```
  /// One thread of its own serves all transfers of a transport, and connections are kept and used again; so make few
  /// transports, or use ``shared``. It keeps no cookies, follows no redirect by itself (``Transport/send(_:)``
  /// does, by the library's policy), asks for no credentials, and speaks only http and https. A user name and password in
  /// the URL are sent as Basic credentials, and are never part of a description.
  ///
  /// **Bodies.** A buffered response is held once. A streamed response is read at the pace of its reader: when 256 KiB
  /// wait, the connection is paused. A file is written to a partial file next to its place and moved there when it
  /// is complete; where the status is not 2xx, the body is handed back in memory and no file is made. `gzip`, `deflate`,
  /// `br` and `zstd` are decoded, where the request has no `Accept-Encoding` of its own; a body that ends early is an error. The
  /// decoders are those that libcurl brings into the process; `Accept-Encoding` names the ones that are there.
  ///
  /// **Framing.** Where a body ends is never guessed. A header section that can be read in two ways, a transfer coding that
  /// was not asked for, an HTTP/2 stream or a TLS connection that is cut, and bytes on an idle connection that no request
  /// asked for: the first four are errors, and of the last the connection is closed and another one made.
  ///
  /// **Environment.** libcurl reads the proxy variables (see ``TransportConfiguration/Proxy/environment``;
  /// ``TransportConfiguration/Proxy/none`` ignores them) and SSLKEYLOGFILE (see ``Configuration/TLS/ignoresKeyLogFile``).
  ///
  /// **Cancellation.** In whatever state a transfer is, it ends at once: its connection is closed, unless HTTP/2
  /// shares it. Dropping a stream does the same.
  ///
  /// **Lost connections.** A request on a connection that the server had given up is sent once more where that is
  /// harmless: its method is idempotent (RFC 9110 §9.2.2) and its body can be read again.
  ///
  /// **fork().** A child has the memory of the transport and not its thread: exchanges fail there at once with
  /// `.resourceUnavailable`, and so does reading a stream that was begun before. Nothing is said on the connections,
  /// which are the parent's and go on there. A new transport is of no use in the child either: Swift's tasks may have no
  /// threads left there to run on, and wait for ever. A program that is started by `posix_spawn` or `exec` inherits no connection.
  public struct CurlTransport: TerminalTransport {
    /// One for the process, with the default configuration.
    public static let shared = CurlTransport()

    let engine: CurlEngine

    /// Makes a transport with connections of its own.
    public init(_ configuration: Configuration = Configuration()) {
      engine = CurlEngine(configuration)
    }

    /// The version of the libcurl in this process, as "7.88.1"; nil where there is none that can be used: none at
    /// all, or one older than 7.68. Then all exchanges fail with `.resourceUnavailable`.
    public static var libraryVersion: String? { CurlLibrary.usable?.version }

    /// Sends the request and returns the response, whatever its status. No redirect is followed.
    ///
    /// - Throws: ``NetworkRequestError/urlSessionFailed(_:)`` where no whole response came, with
    ///   libcurl's account (``CurlFailure``) as its cause; ``NetworkRequestError/bodyTooLarge(_:)``;
    ///   ``NetworkRequestError/deadlineExceeded(_:)``; ``NetworkRequestError/cancelled(_:)``;
    ///   ``NetworkRequestError/invalidRequest(_:)`` where nothing was sent.
    public func exchange(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
      try await CurlExchange(request, engine: engine).run()
    }

    /// Ends the transport: from here on, exchanges fail with `.resourceUnavailable`. Returns when the last transfer
    /// is over and all connections are closed.
    ///
    /// A transport that nobody holds any more ends by itself.
    /// - Parameter cancelling: Whether transfers under way are ended as well; by default they may finish.
    public func shutDown(cancelling: Bool = false) async {
      await engine.shutDown(cancelling: cancelling)
    }
  }
#endif
