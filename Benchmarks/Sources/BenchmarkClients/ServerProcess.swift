import CLoadServer
import Foundation

/// The load server in a process of its own. The program itself must call ``serve()`` if its first argument is `serve`.
package final class ServerProcess {
  package let port: UInt16
  private let process = Process()

  package init() throws {
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = ["serve"]
    process.standardOutput = output
    try process.run()
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    port = UInt16(line.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
  }

  /// Where clients reach it.
  package var address: BenchmarkServer { BenchmarkServer(port: port) }

  package func end() { process.terminate() }

  /// Prints the port and serves until the process is ended.
  package static func serve() throws {
    var port: Int32 = 0
    let listener = load_server_listen(&port)
    guard listener >= 0 else { throw URLError(.cannotConnectToHost) }
    FileHandle.standardOutput.write(Data("\(port)\n".utf8))
    load_server_run(listener)
  }
}
