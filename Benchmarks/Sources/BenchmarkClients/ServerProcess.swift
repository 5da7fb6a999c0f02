import CLoadServer
import Foundation

/// A server in a process of its own. The program itself must serve if its first argument is `serve`.
///
/// The server ends when the pipe to it is closed: by ``end()``, or by the end of this process, however it comes about.
package final class ServerProcess {
  package let port: UInt16
  private let input = Pipe()

  package init() throws {
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = ["serve"]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    port = UInt16(line.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
  }

  /// Where clients reach it.
  package var address: BenchmarkServer { BenchmarkServer(port: port) }

  package func end() { try? input.fileHandleForWriting.close() }

  /// Allows this process as many descriptors as the system lets it have, for thousands of connections.
  package static func allowDescriptors() { load_server_allow_descriptors() }

  /// Runs the load server.
  package static func serve() throws { try serve(load_server_listen, load_server_run) }

  /// Prints the port and serves until standard input ends.
  package static func serve(
    _ listen: (UnsafeMutablePointer<Int32>) -> Int32, _ run: (Int32) -> Void
  ) throws {
    var port: Int32 = 0
    let listener = listen(&port)
    guard listener >= 0 else { throw URLError(.cannotConnectToHost) }
    FileHandle.standardOutput.write(Data("\(port)\n".utf8))
    Thread.detachNewThread {
      while !FileHandle.standardInput.availableData.isEmpty {}
      exit(0)
    }
    run(listener)
  }
}
