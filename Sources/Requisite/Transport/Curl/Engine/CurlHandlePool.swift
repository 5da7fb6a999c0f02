#if os(Linux)
  import CRequisiteCurl

  /// The idle easy handles, kept for later transfers where libcurl allows that. Used only by the loop's thread.
  struct CurlHandlePool {
    private var idle: [CurlHandle] = []
    private let options: CurlOptions
    private let capacity: Int

    init(options: CurlOptions, capacity: Int) {
      self.options = options
      self.capacity = capacity
    }

    /// Returns a handle that has the options of the configuration, and may make this transfer.
    mutating func take(for transfer: CurlTransfer) throws(CurlProblem) -> CurlHandle {
      while let handle = takeIdle(for: transfer) {
        guard handle.needsReset else { return handle }
        // A handle that was removed in the middle of an HTTP/2 upload may keep its buffers, and then accepts no options.
        if prepared(handle) { return handle }
      }
      guard let handle = CurlHandle() else {
        throw .library(code: 27, detail: "there is no memory for an easy handle")
      }
      try options.prepare(handle)
      return handle
    }

    private mutating func takeIdle(for transfer: CurlTransfer) -> CurlHandle? {
      if options.library.reusesHandles { return idle.popLast() }
      guard transfer.newStart == .notNeeded else { return nil }
      return idle.lastIndex { $0.mayMake(transfer.request) }.map { idle.remove(at: $0) }
    }

    private func prepared(_ handle: CurlHandle) -> Bool {
      do throws(CurlProblem) {
        try options.prepare(handle)
        return true
      } catch {
        // If the options themselves are wrong, preparing a new handle throws the error.
        return false
      }
    }

    /// Takes back a handle that has no transfer under way and is in no multi handle. Discards it if the pool is full, or
    /// if the handle could do harm.
    mutating func put(_ handle: CurlHandle) {
      handle.noteFormerTransfer()
      handle.abandon()
      guard idle.count < capacity, handle.isReusable else { return }
      idle.append(handle)
    }
  }

  /// The second transfer of a handle, with the versions of libcurl that read freed memory if a response over HTTP/1.1 begins
  /// with a folded line.
  ///
  /// Over HTTP/2 no field can begin with a space (RFC 9113 §8.2.1), and libcurl's own library refuses one. So a handle
  /// whose transfer went out over HTTP/2 is kept, for the same server, and its next request has to go out over HTTP/2 too.
  /// Otherwise the transfer starts anew with a new handle, before anything is sent. What TLS has agreed on decides, for a
  /// server can write “HTTP/2” in a response over HTTP/1.1.
  extension CurlHandle {
    /// Whether the handle can make another transfer after the one that is over.
    var isReusable: Bool { !isReusedForHTTP2Alone || isOnHTTP2 && !needsReset }

    /// Whether the current transfer may go out only over HTTP/2.
    private var needsHTTP2: Bool { isReusedForHTTP2Alone && formerURL != nil }

    /// Whether the handle, which was used for the same server over HTTP/2 before, may make a transfer of this request. A
    /// body that would have to be taken back to its start needs a new handle.
    func mayMake(_ request: CurlRequest) -> Bool {
      guard let formerURL else { return false }
      return request.isSentAtOnce && CurlRequest.haveSameServer(formerURL, request.url)
    }

    /// Records the transfer that is over.
    func noteFormerTransfer() {
      if isReusedForHTTP2Alone { formerURL = transfer?.request.url }
    }

    /// Whether libcurl may make a connection for the transfer: not before it is known to speak HTTP/2, if the handle needs
    /// that.
    func mayConnect() -> Bool {
      guard needsHTTP2 else { return true }
      transfer?.needNewHandle()
      return false
    }

    /// Whether the transfer may go out on the connection that libcurl has chosen, which is established.
    func mayUseVersion() -> Bool {
      guard isReusedForHTTP2Alone else { return true }
      isOnHTTP2 = isSecure == true && rq_easy_speaks_http2(easy) != 0
      guard needsHTTP2, !isOnHTTP2 else { return true }
      transfer?.needNewHandle()
      return false
    }
  }

  extension CurlRequest {
    /// Whether the body, if there is one, is given to libcurl as a whole.
    fileprivate var isSentAtOnce: Bool {
      switch body {
      case .none, .empty, .small: true
      case .memory, .pump: false
      }
    }

    /// Whether two URLs have the same scheme and authority in the same spelling. False without a path.
    fileprivate static func haveSameServer(_ one: String, _ other: String) -> Bool {
      one.withBytes { one in
        other.withBytes { other in
          var slashes = 0
          for index in 0..<min(one.count, other.count) {
            guard one[index] == other[index] else { return false }
            if one[index] == UInt8(ascii: "/") { slashes += 1 }
            if slashes == 3 { return true }
          }
          return false
        }
      }
    }
  }
#endif
