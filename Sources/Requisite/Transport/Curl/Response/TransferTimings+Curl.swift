#if os(Linux)
  import CRequisiteCurl

  extension TransferTimings {
    /// Creates timings from libcurl's measurements. ``queued`` is the wait for the loop plus the wait within libcurl for a
    /// connection. libcurl's total time includes the second wait; its other times start after it.
    init(_ transfer: CurlTransfer, _ measured: rq_measurements) {
      // In nanoseconds, because arithmetic with `Duration` is that of 128 bits.
      let start = Self.time(from: transfer.submitted, to: transfer.started)
      let turn = Self.time(from: transfer.submitted, to: transfer.turn)
      let queue = max(start, measured.queue >= 0 ? start + measured.queue * 1000 : turn)
      var last = queue
      // The end of a phase, or that of the phase before if libcurl's time is 0: the phase was skipped.
      func end(_ microseconds: Int64, since start: Int64) -> Duration {
        last = max(last, start + microseconds * 1000)
        return .nanoseconds(last)
      }
      queued = .nanoseconds(queue)
      nameResolved = end(measured.name_lookup, since: queue)
      connected = end(measured.connect, since: queue)
      secured = end(measured.tls, since: queue)
      requestSent = end(measured.pre_transfer, since: queue)
      firstByte = end(measured.first_byte, since: queue)
      lastByte = end(measured.total, since: start)
      bytesReceived = measured.bytes_received
      bytesSent = measured.bytes_sent
      reusedConnection = measured.new_connections == 0
      httpVersion = Self.version(measured.http_version)
      remoteAddress = Self.address(measured)
    }

    private static func time(from start: UInt64, to end: UInt64) -> Int64 { Int64(end - min(start, end)) }

    private static func version(_ number: Int) -> String? {
      switch number {
      case 1: "HTTP/1.0"
      case 2: "HTTP/1.1"
      case 3: "HTTP/2"
      case 30: "HTTP/3"
      default: nil
      }
    }

    private static func address(_ measured: rq_measurements) -> String? {
      let count = Int(measured.remote_address_count)
      guard count > 0 else { return nil }
      return withUnsafeBytes(of: measured.remote_address) { bytes in
        String(decoding: UnsafeRawBufferPointer(rebasing: bytes[..<count]), as: UTF8.self)
      }
    }
  }
#endif
