import RequisiteTesting
import TestSupport

/// The raw-socket server as the conformance checks use it.
struct ScriptedServer: ConformanceServer {
  private let server: FaultServer

  init(_ script: ServerScript) throws {
    server = try FaultServer { connection in
      repeat {
        for step in script.steps { try connection.perform(step) }
      } while script.repeats
    }
  }

  var baseURL: URL { server.url("") }

  var received: [ReceivedMessage] { server.received.map(ReceivedMessage.init) }

  func stop() { server.stop() }
}

extension FaultConnection {
  fileprivate func perform(_ step: ServerScript.Step) throws {
    switch step {
    case .read: try readRequest()
    case .send(let bytes): try send(bytes)
    case .waitUntilClosed: waitUntilClosed()
    }
  }
}

extension ReceivedMessage {
  fileprivate init(_ request: ReceivedRequest) {
    let fields = request.lines.dropFirst().map { line in
      let sides = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let value = sides.count > 1 ? sides[1].trimmingCharacters(in: .whitespaces) : ""
      return HTTPHeader(HTTPHeaderName(String(sides[0])), value)
    }
    self.init(
      method: request.method, target: request.target, headers: HTTPHeaders(fields), body: request.body)
  }
}
