import BenchmarkClients
import CSocketLoop
import Foundation

/// WebSocket beside Python's `websockets` and a loop over a bare socket, with one server:
///
///     swift run -c release --package-path Benchmarks SocketBenchmarks [--python PATH] [--only PREFIX]
///
/// The server is a process of its own, in C. All clients run in turns, so that whatever slows the machine slows all of them; the
/// figures are medians of rounds. CPU time is that of the client's process, the kernel's share included. `--python` names an
/// interpreter that has `websockets`; `--only` the beginning of the names of the workloads.
///
/// Two options measure something else: `--idle COUNT` the memory of so many idle sockets, and `--autobahn URL` nothing: it runs
/// the cases of a fuzzing server, for `.ci/autobahn`.
@main
struct Main {
  static func main() async {
    do { try await run(Array(CommandLine.arguments.dropFirst())) } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(1)
    }
  }

  private static func run(_ words: [String]) async throws {
    if words.first == "serve" {
      DescriptorLimit.raise()
      return try ServerProcess.serve(socket_server_listen, socket_server_run)
    }
    var options: [String: String] = [:]
    for place in stride(from: 0, to: words.count - 1, by: 2) { options[words[place]] = words[place + 1] }
    guard options.count * 2 == words.count,
      Set(options.keys).isSubset(of: ["--python", "--only", "--idle", "--autobahn"])
    else { return print("unknown option among: \(words.joined(separator: " "))") }
    if let url = options["--autobahn"] { return try await Conformance(url).run() }
    let server = try ServerProcess()
    defer { server.end() }
    let port = Int(server.port)
    if let idle = options["--idle"].flatMap({ Int($0) }) { return try await IdleRun(port: port).run(idle) }
    try await Comparison(port: port, python: options["--python"], prefix: options["--only"] ?? "").run()
  }
}
