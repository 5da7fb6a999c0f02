import AllocationCounter
import BenchmarkClients
import Foundation
import Requisite

/// The calls of `malloc` in one whole call, from `dispatch` to the decoded value, beside those of libcurl alone:
///
///     swift run -c release --package-path Benchmarks CallAllocations
///
/// Fails if Requisite makes more than ``limit`` beyond the bare loop, or a layer more than ``layerLimits`` beyond the bare
/// transport. The differences do not depend on the version of libcurl, which makes most of them.
@main
struct Main {
  /// The allocations of a small GET beyond those of the bare loop: fewer are welcome, and lower the limit. In some runs
  /// libcurl makes 4 more in all calls of one side.
  private static let limit = 20

  /// The most allocations that each layer of `StandardStack` may add to a small GET that is stored: 8 more than most runs count,
  /// because libcurl makes up to 8 more in all calls of some layers.
  private static let layerLimits = [
    "retried": 9, "throttled": 8, "duplicatesRemoved": 10, "cached": 20, "StandardStack": 22,
  ]

  static func main() async throws {
    if CommandLine.arguments.dropFirst().first == "serve" { return try ServerProcess.serve() }
    let server = try ServerProcess()
    defer { server.end() }
    guard let bare = BareLoopClient(server.address) else { throw URLError(.unsupportedURL) }
    let requisite = RequisiteClient(name: "Requisite", server.address, CurlTransport.shared)
    let counts = (try await count(bare), try await count(requisite))
    print(
      "allocations of a GET of 83 bytes, decoded: \(bare.name) \(counts.0), \(requisite.name) \(counts.1)")
    var excess: [String] = []
    if counts.1 - counts.0 > limit { excess.append("more than \(limit) beyond the bare loop") }
    excess += try await countLayers(server.address)
    for line in excess { print(line) }
    if !excess.isEmpty { exit(1) }
  }

  /// Prints what each layer adds, and returns what is too much.
  private static func countLayers(_ server: BenchmarkServer) async throws -> [String] {
    var excess: [String] = []
    var transport: Int?
    for layer in StackClient.layers(server, over: CurlTransport.shared) {
      let count = try await count(layer)
      guard let transport else {
        transport = count
        continue
      }
      let added = count - transport
      print("allocations that \(layer.name) adds: \(added)")
      let limit = layerLimits[layer.name] ?? 0
      if added > limit { excess.append("more than \(limit) by \(layer.name)") }
    }
    return excess
  }

  /// The allocations of one call, the median of many: now and then a collection grows that lives longer than a call.
  private static func count(_ client: any BenchmarkClient) async throws -> Int {
    for _ in 0..<100 { try await client.todo() }
    var counts: [Int] = []
    for _ in 0..<101 {
      let before = allocation_counter_count()
      try await client.todo()
      counts.append(Int(allocation_counter_count() - before))
    }
    return counts.sorted()[counts.count / 2]
  }
}
