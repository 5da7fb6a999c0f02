#if os(Linux)
  import CRequisiteCurl

  extension TransferTimings {
    /// What libcurl measured, put behind the time that the transfer waited for the loop.
    init(_ transfer: CurlTransfer) {
      let measured = transfer.measurements
      queued = .nanoseconds(Int64(transfer.started - min(transfer.started, transfer.submitted)))
      nameResolved = after(measured.name_lookup, queued)
      connected = after(measured.connect, nameResolved)
      secured = after(measured.tls, connected)
      requestSent = after(measured.pre_transfer, secured)
      firstByte = after(measured.first_byte, requestSent)
      lastByte = after(measured.total, firstByte)
      bytesReceived = measured.bytes_received
      bytesSent = measured.bytes_sent
      reusedConnection = measured.new_connections == 0
      httpVersion = Self.version(measured.http_version)
      remoteAddress = Self.address(measured)
    }

    /// A time of libcurl, which is 0 for a phase that was left out.
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
