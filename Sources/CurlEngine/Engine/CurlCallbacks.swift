import CRequisiteCurl

/// The functions that libcurl calls. Each finds the object for its context pointer and calls a method of that object.
enum CurlCallbacks {
  static let header: rq_data_callback = { bytes, size, count, context in
    withTransfer(context) {
      $0.received(headerLine: UnsafeRawBufferPointer(start: bytes, count: size * count))
    }
  }

  static let write: rq_data_callback = { bytes, size, count, context in
    withTransfer(context) { $0.received(body: UnsafeRawBufferPointer(start: bytes, count: size * count)) }
  }

  static let read: rq_data_callback = { bytes, size, count, context in
    withTransfer(context) { $0.fill(UnsafeMutableRawBufferPointer(start: bytes, count: size * count)) }
  }

  /// Passes the transfer of the handle to `body`, which returns a number of bytes; 0 without a transfer.
  ///
  /// The handle keeps the transfer for as long as libcurl calls back, so neither is retained for each call.
  private static func withTransfer(
    _ context: UnsafeMutableRawPointer?, _ body: (CurlTransfer) -> Int
  ) -> Int {
    guard let context else { return 0 }
    return Unmanaged<CurlHandle>.fromOpaque(context)._withUnsafeGuaranteedRef { handle in
      handle.current?._withUnsafeGuaranteedRef(body) ?? 0
    }
  }

  /// 0 is CURL_SEEKFUNC_OK, 1 CURL_SEEKFUNC_FAIL.
  static let seek: rq_seek_callback = { context, offset, _ in
    guard let context, let transfer = CurlHandle.from(context).transfer else { return 1 }
    return transfer.rewind(to: offset) ? 0 : 1
  }

  /// 0 is CURL_PREREQFUNC_OK, 1 CURL_PREREQFUNC_ABORT.
  static let prerequest: rq_prerequest_callback = { context, remote, local, remotePort, localPort in
    guard let context else { return 1 }
    let handle = CurlHandle.from(context)
    let ends = CurlConnections.Ends(
      remoteAddress: remote, remotePort: remotePort, localAddress: local, localPort: localPort)
    return handle.mayBeSent(between: ends) ? 0 : 1
  }

  /// Kind 0 is CURLINFO_TEXT, a line of libcurl's log; 1 is CURLINFO_HEADER_IN, a header line.
  static let debug: rq_debug_callback = { _, kind, text, count, context in
    guard kind <= 1, let context, let text else { return 0 }
    let (handle, line) = (CurlHandle.from(context), UnsafeRawBufferPointer(start: text, count: count))
    if kind == 0 { handle.noticed(line) } else { handle.noticed(headerLine: line) }
    return 0
  }

  /// Configures the TLS context of new connections. The context pointer is the flags of `rq_tls_configure`, as a
  /// number.
  static let tlsContext: rq_tls_callback = { _, context, flags in
    if let context { rq_tls_configure(context, Int32(truncatingIfNeeded: Int(bitPattern: flags))) }
    return 0
  }

  /// 0 is CURL_SOCKOPT_OK, 1 CURL_SOCKOPT_ERROR.
  static let opened: rq_open_callback = { context, descriptor, _ in
    guard let context else { return 1 }
    let handle = CurlHandle.from(context)
    guard !handle.isLeft else { return 1 }
    // Programs that this process starts must not inherit the connection.
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    handle.opened(descriptor)
    return 0
  }

  static let resolving: rq_resolver_callback = { _, _, context in
    if let context { CurlHandle.from(context).beganLookUp() }
    return 0
  }

  static let closed: rq_close_callback = { context, descriptor in
    guard let context else { return close(descriptor) }
    Unmanaged<CurlPoller>.fromOpaque(context).takeUnretainedValue().closed(descriptor)
    return close(descriptor)
  }

  /// `what` is CURL_POLL_IN = 1, OUT = 2, both = 3, REMOVE = 4.
  static let socket: rq_socket_callback = { easy, descriptor, what, context, _ in
    guard let context else { return -1 }
    let multi = Unmanaged<CurlMulti>.fromOpaque(context).takeUnretainedValue()
    let wanted = what == 4 ? 0 : what & 3
    let error = multi.poller.want(wanted, on: descriptor, for: multi)
    guard error != 0 || wanted & 1 == 0, let easy, let handle = rq_easy_get_private(easy) else { return 0 }
    CurlHandle.from(handle).transfer?.noteUnread(descriptor, error: error)
    return 0
  }

  static let timer: rq_timer_callback = { _, milliseconds, context in
    guard let context else { return -1 }
    Unmanaged<CurlTimer>.fromOpaque(context).takeUnretainedValue().set(milliseconds: milliseconds)
    return 0
  }
}
