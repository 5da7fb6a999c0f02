import Requisite

extension Transport {
  /// Draws a line on the terminal while a call has been waiting for its response for half a second or more.
  func waiting(on console: Console) -> any Transport {
    console.draw.map { WaitingTransport(upstream: self, draw: $0) as any Transport } ?? self
  }
}

/// The transport that draws a line while `upstream` waits for a response.
private struct WaitingTransport<Upstream: Transport>: Transport {
  let upstream: Upstream
  let draw: @Sendable (_ line: String?) -> Void

  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    // A call with a progress bar draws that one.
    guard request.options.onProgress == nil else { return try await upstream.send(request) }
    let line = Task { await drawLine(for: request) }
    do throws(NetworkRequestError) {
      let response = try await upstream.send(request)
      await clear(line)
      return response
    } catch {
      await clear(line)
      throw error
    }
  }

  private func drawLine(for request: TransportRequest) async {
    let (clock, host) = (request.clock, request.url.host() ?? "the server")
    var wait = Duration.milliseconds(500)
    var isDrawn = false
    for frame in 0... {
      // The sleep throws when the response has arrived.
      do { try await clock.sleep(for: wait) } catch { break }
      draw("\(Self.frames[frame % Self.frames.count]) Waiting for \(host.printable)")
      (wait, isDrawn) = (.milliseconds(100), true)
    }
    if isDrawn { draw(nil) }
  }

  /// Waits until the line is cleared, so that nothing is printed behind it.
  private func clear(_ line: Task<Void, Never>) async {
    line.cancel()
    await line.value
  }

  private static var frames: [Character] { ["|", "/", "-", "\\"] }
}
