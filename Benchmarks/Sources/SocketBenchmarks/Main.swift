import CSocketLoop
import Foundation

/// WebSocket beside Python's `websockets` and a loop over a bare socket, with one server:
///
///     swift run -c release --package-path Benchmarks SocketBenchmarks [--python PATH] [--idle COUNT]
///
/// The server is a process of its own, in C. All clients run in turns, so that whatever slows the machine slows all of them; the
/// figures are medians of rounds. CPU time is that of the client's process, the kernel's share included. `--python` names an
/// interpreter that has `websockets`; `--idle` measures the memory of so many idle sockets, and nothing else.
@main
struct Main {
  static func main() async throws {
    var arguments = CommandLine.arguments.dropFirst()
    if arguments.first == "serve" { return try SocketServerProcess.serve() }
    var (python, idle) = (String?.none, Int?.none)
    while let option = arguments.popFirst() {
      switch option {
      case "--python": python = arguments.popFirst()
      case "--idle": idle = arguments.popFirst().flatMap { Int($0) }
      default: return print("unknown option \(option)")
      }
    }
    let server = try SocketServerProcess()
    defer { server.end() }
    if let idle { return try await IdleRun(port: server.port).run(idle) }
    try await Comparison(port: server.port, python: python).run()
  }
}

/// The server in a process of its own, which ends when the pipe to it is closed.
final class SocketServerProcess {
  let port: Int
  private let input = Pipe()

  init() throws {
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = ["serve"]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    port = Int(line.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
  }

  func end() { try? input.fileHandleForWriting.close() }

  /// Prints the port and serves until standard input ends.
  static func serve() throws {
    DescriptorLimit.raise()
    var port: Int32 = 0
    let listener = socket_server_listen(&port)
    guard listener >= 0 else { throw URLError(.cannotConnectToHost) }
    FileHandle.standardOutput.write(Data("\(port)\n".utf8))
    Thread.detachNewThread {
      while !FileHandle.standardInput.availableData.isEmpty {}
      exit(0)
    }
    socket_server_run(listener)
  }
}

/// The limit of descriptors of this process.
enum DescriptorLimit {
  /// Raises the limit as far as the system allows.
  static func raise() {
    var limit = rlimit(rlim_cur: 65_536, rlim_max: 65_536)
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    if setrlimit(resource, &limit) == 0 || getrlimit(resource, &limit) != 0 { return }
    limit.rlim_cur = limit.rlim_max
    setrlimit(resource, &limit)
  }
}
