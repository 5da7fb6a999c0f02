#if !canImport(FoundationNetworking) || REQUISITE_STAND_INS
  extension TransferTimings {
    /// The phases that Foundation measured of a task's last transaction: the one that brought the response.
    ///
    /// A phase that was left out has no dates. It ends where it began.
    init(_ metrics: URLSessionTaskMetrics) {
      self.init()
      guard let last = metrics.transactionMetrics.last else { return }
      let start = metrics.taskInterval.start
      let times = Times(start: start)
      queued = times.at(
        last.domainLookupStartDate ?? last.connectStartDate ?? last.requestStartDate, notBefore: .zero)
      nameResolved = times.at(last.domainLookupEndDate, notBefore: queued)
      // What Foundation calls the end of the connection is that of TLS, where there is any.
      connected = times.at(last.secureConnectionStartDate ?? last.connectEndDate, notBefore: nameResolved)
      secured = times.at(last.secureConnectionEndDate, notBefore: connected)
      requestSent = times.at(last.requestStartDate, notBefore: secured)
      firstByte = times.at(last.responseStartDate, notBefore: requestSent)
      lastByte = times.at(last.responseEndDate, notBefore: firstByte)
      bytesReceived = last.countOfResponseBodyBytesReceived
      bytesSent = last.countOfRequestBodyBytesSent
      reusedConnection = last.isReusedConnection
      httpVersion = last.networkProtocolName.map(Self.version)
      remoteAddress = last.remoteAddress.map { Self.address($0, last.remotePort) }
    }

    /// The version as the field writes it, for the name of an ALPN protocol (RFC 7301 §6).
    private static func version(_ name: String) -> String {
      switch name {
      case "h2", "h2c": "HTTP/2"
      case "h3": "HTTP/3"
      default: name.uppercased()
      }
    }

    private static func address(_ address: String, _ port: Int?) -> String {
      let host = address.utf8.contains(UInt8(ascii: ":")) ? "[\(address)]" : address
      return port.map { "\(host):\($0)" } ?? host
    }
  }

  /// Dates as durations since the start of a task.
  private struct Times {
    let start: Date

    /// The time of a date; `earlier` if there is none, or if the clock was set back in between.
    func at(_ date: Date?, notBefore earlier: Duration) -> Duration {
      date.map { max(earlier, .seconds($0.timeIntervalSince(start))) } ?? earlier
    }
  }
#endif
