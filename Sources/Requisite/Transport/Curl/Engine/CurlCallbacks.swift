#if os(Linux)
  import CRequisiteCurl

  /// The functions that libcurl calls, each of which only finds the object that it is about.
  enum CurlCallbacks {
    static let header: rq_data_callback = { bytes, size, count, context in
      guard let context, let transfer = CurlHandle.from(context).transfer else { return 0 }
      return transfer.received(headerLine: UnsafeRawBufferPointer(start: bytes, count: size * count))
    }

    static let write: rq_data_callback = { bytes, size, count, context in
      guard let context, let transfer = CurlHandle.from(context).transfer else { return 0 }
      return transfer.received(body: UnsafeRawBufferPointer(start: bytes, count: size * count))
    }

    static let read: rq_data_callback = { bytes, size, count, context in
      guard let context, let transfer = CurlHandle.from(context).transfer else { return 0 }
      return transfer.fill(UnsafeMutableRawBufferPointer(start: bytes, count: size * count))
    }

    /// 0 is CURL_SEEKFUNC_OK, 1 CURL_SEEKFUNC_FAIL.
    static let seek: rq_seek_callback = { context, offset, _ in
      guard let context, let transfer = CurlHandle.from(context).transfer else { return 1 }
      return transfer.rewind(to: offset) ? 0 : 1
    }

    /// 0 is CURL_PREREQFUNC_OK, 1 CURL_PREREQFUNC_ABORT.
    static let prerequest: rq_prerequest_callback = { context, _, _, _, _ in
      guard let context else { return 1 }
      let handle = CurlHandle.from(context)
      // Here libcurl has a connection for the transfer, and will say when it closes it.
      let descriptor = rq_easy_get_socket(handle.easy)
      handle.poller?.connected(descriptor)
      return handle.transfer?.mayBeSent(on: descriptor) == true ? 0 : 1
    }

    static let opened: rq_open_callback = { context, descriptor, _ in
      guard let context else { return 1 }
      // A program that this one starts must not inherit the connection.
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      Unmanaged<CurlPoller>.fromOpaque(context).takeUnretainedValue().opened(descriptor)
      return 0
    }

    static let closed: rq_close_callback = { context, descriptor in
      guard let context else { return close(descriptor) }
      Unmanaged<CurlPoller>.fromOpaque(context).takeUnretainedValue().closed(descriptor)
      return close(descriptor)
    }

    /// `what` is CURL_POLL_IN = 1, OUT = 2, both = 3, REMOVE = 4.
    static let socket: rq_socket_callback = { _, descriptor, what, context, _ in
      guard let context else { return -1 }
      let poller = Unmanaged<CurlPoller>.fromOpaque(context).takeUnretainedValue()
      poller.want(what == 4 ? 0 : what & 3, on: descriptor)
      return 0
    }

    static let timer: rq_timer_callback = { _, milliseconds, context in
      guard let context else { return -1 }
      Unmanaged<CurlTimer>.fromOpaque(context).takeUnretainedValue().set(milliseconds: milliseconds)
      return 0
    }
  }
#endif
