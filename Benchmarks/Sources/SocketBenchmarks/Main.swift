import BenchmarkClients
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
    if arguments.first == "serve" {
      DescriptorLimit.raise()
      return try ServerProcess.serve(socket_server_listen, socket_server_run)
    }
    var (python, idle) = (String?.none, Int?.none)
    while let option = arguments.popFirst() {
      switch option {
      case "--python": python = arguments.popFirst()
      case "--idle": idle = arguments.popFirst().flatMap { Int($0) }
      default: return print("unknown option \(option)")
      }
    }
    let server = try ServerProcess()
    defer { server.end() }
    if let idle { return try await IdleRun(port: Int(server.port)).run(idle) }
    try await Comparison(port: Int(server.port), python: python).run()
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
