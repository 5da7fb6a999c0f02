extension TransportConformance {
  private static let size = 300_000
  private static let large =
    Data("HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\n\r\n".utf8) + Data(repeating: 120, count: size)
  private static let chunked =
    Data("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\ndata\r\n0\r\n\r\n".utf8)

  /// Checks of the progress that a transport reports for both bodies.
  static let progress: [Check] = [
    Check(
      "progress is reported in both directions, never decreases, and ends with the totals", .answering(large)
    ) { scene in
      let reported = Locked<[TransferProgress]>([])
      var request = try scene.request(method: .post, body: .data(Data(count: size)))
      request.options.onProgress = { progress in reported.withLock { $0.append(progress) } }
      try await scene.exchange(request)
      let all = reported.withLock { $0 }
      let last = all.last ?? TransferProgress()
      try scene.expect("the bytes sent at the end", last.bytesSent, Int64(size))
      try scene.expect("the bytes received at the end", last.bytesReceived, Int64(size))
      try scene.expect("the bytes to receive at the end", last.bytesToReceive, Int64(size))
      try scene.expect("the bytes to send, each time", all.map(\.bytesToSend), all.map { _ in Int64(size) })
      try scene.expect("bytes sent, in order", all.map(\.bytesSent), all.map(\.bytesSent).sorted())
      try scene.expect(
        "bytes received, in order", all.map(\.bytesReceived), all.map(\.bytesReceived).sorted())
    },
    Check("progress of a response of unknown length reports no total", .answering(chunked)) { scene in
      let reported = Locked(TransferProgress())
      var request = try scene.request()
      request.options.onProgress = { progress in reported.withLock { $0 = progress } }
      try await scene.exchange(request)
      let last = reported.withLock { $0 }
      try scene.expect("the bytes received", last.bytesReceived, 4)
      try scene.expect("the bytes to receive", last.bytesToReceive, nil)
    },
    Check("a failed call reports no final progress", .closing(after: "")) { scene in
      let reported = Locked<[TransferProgress]>([])
      var request = try scene.request()
      request.options.onProgress = { progress in reported.withLock { $0.append(progress) } }
      _ = try await scene.failure(of: request)
      try scene.expect("the number of progress reports", reported.withLock { $0 }.count, 0)
    },
  ]
}
