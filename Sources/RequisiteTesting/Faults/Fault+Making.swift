// Before anything is sent: the transport below is not asked.
extension Fault {
  /// The call fails as a transport fails, with that code: `NetworkRequestError.urlSessionFailed`. Nothing is sent.
  public static func fail(_ code: URLError.Code) -> Fault {
    Fault(.fail { .injected(code, $0) }, "fails with \(code)")
  }

  /// The call fails with that error. Nothing is sent. An error of another type than the library's becomes the case that
  /// it belongs to, as by `NetworkRequestError.init(_:request:)`.
  public static func fail(_ error: any Error) -> Fault {
    Fault(.fail { NetworkRequestError(error, request: $0) }, "fails with \(error)")
  }

  /// The server is silent: the call fails with `.timedOut` when the request's `timeout` has passed by the clock, and
  /// waits to be cancelled where there is none. Nothing is sent.
  public static let timeout = Fault(.timeout, "is silent for its timeout")

  /// The call waits to be cancelled, as by a deadline. Nothing is sent.
  public static let hang = Fault(.respond(.never), "hangs")

  /// The call is answered with that status and an empty body. Nothing is sent.
  public static func status(_ status: Int, headers: HTTPHeaders = HTTPHeaders()) -> Fault {
    Fault(.respond(.status(status, headers: headers)), "is answered \(status)")
  }

  /// The call is answered with that response. Nothing is sent.
  public static func respond(_ response: StubResponse) -> Fault {
    Fault(.respond(response), "is answered otherwise")
  }

  /// The call waits for that long by the clock, and goes on.
  public static func delay(_ duration: Duration) -> Fault {
    Fault(.wait(duration), "waits \(duration)")
  }
}

// When the response has come: the server has seen the request.
extension Fault {
  /// The server gets the request, and its response is lost: what a retry must not do twice is done already.
  public static func loseResponse(_ code: URLError.Code = .networkConnectionLost) -> Fault {
    Fault(.lose(code), "loses its response, with \(code)")
  }

  /// The body ends in an error after that many bytes. A shorter one is left alone. A streamed response is there before; one
  /// in memory or in a file fails as a whole, and leaves no file.
  public static func cut(
    after count: Int, failing code: URLError.Code = .networkConnectionLost
  ) -> Fault {
    Fault(.cut(after: max(0, count), code), "loses its connection after \(count) bytes of the body")
  }

  /// One byte of the body is another one, at a random place (of a stream: of its first chunk).
  public static let corrupt = Fault(.corrupt, "gets a wrong byte")

  /// The body comes in chunks of that many bytes, so long apart by the clock; one in memory or in a file comes as late as
  /// the last of them.
  public static func slow(chunk count: Int, every interval: Duration) -> Fault {
    Fault(.slow(chunk: max(1, count), every: interval), "gets \(count) bytes every \(interval)")
  }
}

extension NetworkRequestError {
  /// The failure of a transport, which says that it is none.
  static func injected(_ code: URLError.Code, _ request: TransportRequest) -> NetworkRequestError {
    let info = [NSLocalizedDescriptionKey: "an injected fault (URLError \(code.rawValue))"]
    return .urlSessionFailed(TransportFailure(URLError(code, userInfo: info), request: request))
  }
}
