import AllocationCounter
import ArgumentParser
import CPUTime
import Foundation
import RequisiteJSON

/// RequisiteJSON beside Foundation's coders, document by document:
///
///     swift run -c release --package-path Benchmarks JSONBenchmarks [NAME]
///     swift run -c release --package-path Benchmarks JSONBenchmarks --allocations
///
/// The second form counts allocations instead of time, and fails if there are more than `AllocationLimits` has.
@main
struct JSONBenchmarks: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Compares RequisiteJSON with Foundation's coders, document by document.")

  @Argument(help: "The one document to measure, such as todos.")
  var document: String?

  @Flag(help: "Counts allocations instead of time, and fails if there are more than the limits.")
  var allocations = false

  func run() throws {
    var comparison = Comparison(only: document, countsAllocations: allocations)
    try comparison.run()
    if comparison.isOverLimit { throw ExitCode.failure }
  }
}

/// The figures of the documents that were measured.
private struct Comparison {
  let only: String?
  let countsAllocations: Bool
  private(set) var isOverLimit = false
  private var names: [String] = []
  private var decoding: [Double] = []
  private var encoding: [Double] = []

  init(only: String?, countsAllocations: Bool) {
    (self.only, self.countsAllocations) = (only, countsAllocations)
  }

  mutating func run() throws {
    if !countsAllocations { allocation_counter_stop() }
    var documents = Documents()
    print(
      countsAllocations
        ? "document          bytes  objects  strings   decode  per object   encode   memory/bytes"
        : "document          bytes   decode µs    MB/s   ratio   encode µs   ratio")
    try measure("todos", documents.todos())
    try measure("users", documents.users())
    try measure("events", documents.events())
    try measure("geojson", documents.places())
    try measure("chat chunk", documents.chunk())
    try measure("text", documents.text())
    try measure("tree", documents.tree(6))
    try measure("deep tree", documents.chain(150))
    try measure("optionals", documents.sparse())
    try measure("enums", documents.shapes())
    try measure("classes", documents.dogs())
    try measure("counts", documents.counts())
    try measure("prices", documents.prices())
    try measure("integers", documents.ints())
    try measure("doubles", documents.doubles())
    try measure("strings", documents.strings())
    try measure("coordinates", documents.coast())
    try measure("catalogue", documents.catalog())
    try measure("tweets", documents.tweets())
    try measure("tweet", documents.tweet(0))
    if let only, !names.contains(only) {
      throw ValidationError("No document is called “\(only)”: use \(names.joined(separator: ", ")).")
    }
    guard !decoding.isEmpty else { return }
    let medians = (median(decoding), median(encoding))
    print(String(format: "median of the ratios: decoding %.2f, encoding %.2f", medians.0, medians.1))
  }

  private mutating func measure<T: Codable>(_ name: String, _ value: T) throws {
    names.append(name)
    guard only == nil || only == name else { return }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let data = try encoder.encode(value)
    print(
      name.padding(toLength: 14, withPad: " ", startingAt: 0)
        + (countsAllocations ? try allocations(name, value, data) : try times(value, data)))
  }

  private mutating func times<T: Codable>(_ value: T, _ data: Data) throws -> String {
    let coding = JSONCoding()
    let decode = try Measurement(
      bytes: data.count, ours: { _ = try coding.decode(T.self, from: data) },
      theirs: { _ = try JSONDecoder().decode(T.self, from: data) })
    let encode = try Measurement(
      bytes: data.count, ours: { _ = try coding.encode(value) },
      theirs: { _ = try JSONEncoder().encode(value) })
    decoding.append(decode.ratio)
    encoding.append(encode.ratio)
    let speed = Double(data.count) / decode.microseconds
    return String(
      format: "%9d %11.1f %7.0f %7.2f %11.1f %7.2f", data.count, decode.microseconds, speed, decode.ratio,
      encode.microseconds, encode.ratio)
  }

  private mutating func allocations<T: Codable>(_ name: String, _ value: T, _ data: Data) throws -> String {
    let found = try Allocations(value, text: data)
    let limit = AllocationLimits.of[name] ?? (.max, .max)
    let isOver = found.decoding > limit.decoding || found.encoding > limit.encoding
    if isOver { isOverLimit = true }
    let figures = String(
      format: "%9d %8d %8d %8d %11.2f %8d %14.2f", data.count, found.objects, found.strings, found.decoding,
      found.perObject, found.encoding, found.memory)
    return figures + (isOver ? "  over the limit of \(limit)" : "")
  }
}

/// The calls of malloc that a document may take at most, exact: fewer are welcome, and lower the limit.
///
/// The others vary by the addresses of their types: more than eight whose hashes collide share one reusable container.
enum AllocationLimits {
  static let of: [String: (decoding: Int, encoding: Int)] = [
    "todos": (168, 2), "chat chunk": (4, 2), "text": (2173, 28), "counts": (2, 2), "prices": (1, 2),
    "integers": (1, 2), "doubles": (1, 16), "strings": (1911, 16), "coordinates": (56167, 37),
  ]
}
