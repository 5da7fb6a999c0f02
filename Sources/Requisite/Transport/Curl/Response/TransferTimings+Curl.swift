#if os(Linux)
  import CRequisiteCurl

  extension TransferTimings {
    /// Creates timings from libcurl's measurements. ``queued`` is the wait for the loop plus the wait within libcurl for a
    /// connection. libcurl's total time includes the second wait; its other times start after it.
    init(_ transfer: CurlTransfer, _ measured: rq_measurements) {
      let start = Self.time(from: transfer.submitted, to: transfer.started)
      let turn = Self.time(from: transfer.submitted, to: transfer.turn)
      queued = max(start, measured.queue >= 0 ? start + .microseconds(measured.queue) : turn)
      nameResolved = after(measured.name_lookup, queued)
      connected = after(measured.connect, nameResolved)
      secured = after(measured.tls, connected)
      requestSent = after(measured.pre_transfer, secured)
      firstByte = after(measured.first_byte, requestSent)
      lastByte = max(firstByte, start + .microseconds(measured.total))
      bytesReceived = measured.bytes_received
      bytesSent = measured.bytes_sent
      reusedConnection = measured.new_connections == 0
      httpVersion = Self.version(measured.http_version)
      remoteAddress = Self.address(measured)
    }

    private static func time(from start: UInt64, to end: UInt64) -> Duration {
      .nanoseconds(Int64(end - min(start, end)))
    }

    /// Returns the end of a phase from libcurl's time, or `earlier` if the phase was skipped: libcurl's time is 0 then.
    private func after(_ microseconds: Int64, _ earlier: Duration) -> Duration {
      max(earlier, queued + .microseconds(microseconds))
    }

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
