import CRequisiteCurl

/// The times of a transfer, in nanoseconds since it was submitted, and what else libcurl measures.
package struct CurlTimings: Sendable {
  /// The end of the wait for the loop, and then within libcurl for a connection.
  package let queued: Int64
  /// The end of each further phase, or that of the phase before if it was skipped.
  package let nameResolved, connected, secured, requestSent, firstByte, lastByte: Int64
  package let bytesReceived, bytesSent: Int64
  package let reusedConnection: Bool
  /// The version as "HTTP/1.1"; nil if unknown.
  package let httpVersion: String?
  /// Address and port, such as "[::1]:80"; nil if unknown.
  package let remoteAddress: String?

  /// libcurl's total time includes the wait for a connection; its other times start after it.
  init(_ transfer: CurlTransfer, _ measured: rq_measurements) {
    let start = Self.time(from: transfer.submitted, to: transfer.started)
    let connectStart = Self.time(from: transfer.submitted, to: transfer.connectStart)
    let queue = max(start, measured.queue >= 0 ? start + measured.queue * 1000 : connectStart)
    var last = queue
    // The end of a phase, or that of the phase before if libcurl's time is 0: the phase was skipped.
    func end(_ microseconds: Int64, since start: Int64) -> Int64 {
      last = max(last, start + microseconds * 1000)
      return last
    }
    queued = queue
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

/// What is known at the end of a streamed body.
package struct CurlEnd: Sendable {
  package let trailers: HTTPHeaderLines
  package let timings: CurlTimings
}
