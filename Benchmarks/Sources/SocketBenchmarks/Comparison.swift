import CPUTime
import Foundation
import RequisiteWebSocket

/// All clients in turns, for each workload.
struct Comparison {
  private static let rounds = 5

  let port: Int
  let python: String?
  /// The beginning of the names of the workloads.
  let prefix: String

  func run() async throws {
    let client = APIClient(baseURL: "ws://127.0.0.1:\(port)", transport: CurlTransport())
    print("                                CPU a message, µs                    messages a second")
    print("                     WebSocket   bare socket  websockets    WebSocket   bare socket  websockets")
    for workload in Workload.all where workload.name.hasPrefix(prefix) {
      // Small messages are read some 20 times as fast as by WebSocket, and by Python at a sixth of the speed.
      let isSmall = workload.size < 1000
      let bareWorkload = isSmall && workload.kind == .reads ? workload.scaled(by: 10) : workload
      let pythonWorkload = isSmall && workload.kind != .echoes ? workload.scaled(by: 0.1) : workload
      var (ours, bare, others): ([Cost], [Cost], [Cost]) = ([], [], [])
      for _ in 0..<Self.rounds {
        ours.append(try await workload.runRequisite(client))
        bare.append(await bareWorkload.runBare(port))
        if let cost = try runPython(pythonWorkload) { others.append(cost) }
      }
      let all = [ours, bare, others]
      print(
        workload.name.padding(toLength: 18, withPad: " ", startingAt: 0)
          + all.map { column($0, "%12.2f") { $0.cpu * 1e6 } }.joined()
          + all.map { column($0, "%13.0f") { 1 / $0.time } }.joined())
    }
  }

  private func column(_ costs: [Cost], _ format: String, _ value: (Cost) -> Double) -> String {
    costs.isEmpty ? "           —" : String(format: format, median(costs.map(value)))
  }

  private static let script = """
    import asyncio, resource, sys, time
    from websockets.asyncio.client import connect

    async def main(url, kind, count, size):
        message = b"x" * size
        async with connect(url, compression=None, max_size=None, close_timeout=0.1) as socket:
            start, cpu = time.monotonic(), resource.getrusage(resource.RUSAGE_SELF)
            if kind == "reads":
                for _ in range(count): await socket.recv()
            elif kind == "sends":
                for _ in range(count): await socket.send(message)
                await socket.recv()
            else:
                for _ in range(count):
                    await socket.send(message)
                    await socket.recv()
            end, used = time.monotonic(), resource.getrusage(resource.RUSAGE_SELF)
            cpu = used.ru_utime + used.ru_stime - cpu.ru_utime - cpu.ru_stime
            print(cpu / count, (end - start) / count)

    asyncio.run(main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])))
    """

  private func runPython(_ workload: Workload) throws -> Cost? {
    guard let python else { return nil }
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: python)
    let url = "ws://127.0.0.1:\(port)\(workload.path)"
    process.arguments = [
      "-c", Self.script, url, workload.kind.rawValue, "\(workload.count)", "\(workload.size)",
    ]
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let values = text.split { $0.isWhitespace }.compactMap { Double($0) }
    return values.count == 2 ? Cost(cpu: values[0], time: values[1]) : nil
  }
}
