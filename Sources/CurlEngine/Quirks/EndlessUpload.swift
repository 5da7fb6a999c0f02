import CRequisiteCurl

// Concerns: libcurl up to 8.1 for sure; what later versions do was not measured.
// Seen: at the end of what the server sends, libcurl stops reading, and goes on with the request's body as if nothing had happened:
//   it writes until writing fails, or waits for more of the body without end.
// Known: no issue of curl was found.
// Here: libcurl says which events it waits for, when they change and when it takes a chunk of the body: they do not change if it
//   waited to write only while it connected, and found the end when it first looked. If it waits for no more bytes, and the socket
//   or TLS is at its end, the response is over as it is.
// Shown by: CurlLostUploadTests (two suites) and ServerFaultTests (uploads in ServerFault+Uploads).
// Can go: when libcurl ends such a transfer itself.

extension CurlTransfer {
  /// Records that libcurl waits for no bytes on the descriptor, or that the system does not watch it.
  func noteUnread(_ descriptor: Int32, error: Int32) {
    if error != 0 {
      problem = problem ?? .unwatched(error)
    } else if upload == nil {
      // libcurl sends a short body together with the header section.
      return
    }
    tick?.review(self, unread: descriptor)
  }

  /// Records that libcurl takes a chunk of the request's body. Whether it waits for bytes then is seen at the end of the tick.
  func noteUnawaited() {
    guard let descriptor = handle?.connection?.descriptor,
      handle?.poller?.awaitsBytes(on: descriptor) == false
    else { return }
    tick?.review(self, unread: descriptor)
  }

  /// Whether libcurl has read to the end of what the server sends, and goes on with the request's body on the same connection:
  /// it may also have closed that, to repeat the request on another.
  func isCutOff(on descriptor: Int32) -> Bool {
    guard upload != nil, hasConnection, !isReceivePaused, let handle, isHTTP1(handle.connection),
      let poller = handle.poller, !poller.awaitsBytes(on: descriptor),
      let open = poller.connections.connection(on: descriptor),
      handle.connection == nil || handle.connection === open
    else { return false }
    return handle.receivedCloseNotify || rq_has_ended(descriptor) != 0
  }

  /// The problem of a response at the end of what the server sends; nil if it is whole.
  var endProblem: CurlProblem? {
    if isAnswered { return nil }
    guard head.isComplete, head.framing.endsWithConnection else {
      return .library(
        code: .receiving, detail: "the server ended the connection while the request's body was being sent")
    }
    return incompleteness
  }
}
