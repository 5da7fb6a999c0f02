import Foundation
import RequisiteJSON

/// RequisiteJSON beside Foundation's coders, document by document:
/// swift run -c release --package-path Benchmarks JSONBenchmarks [NAME]
@main
struct Main {
  private var decoding: [Double] = []
  private var encoding: [Double] = []
  private let only = CommandLine.arguments.dropFirst().first

  static func main() throws {
    var main = Main()
    try main.run()
  }

  private mutating func run() throws {
    var documents = Documents()
    print("document          bytes   decode µs    MB/s   ratio   encode µs   ratio")
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
    guard !decoding.isEmpty else { return }
    let medians = (Measurement.median(decoding), Measurement.median(encoding))
    print(String(format: "median of the ratios: decoding %.2f, encoding %.2f", medians.0, medians.1))
  }

  private mutating func measure<T: Codable>(_ name: String, _ value: T) throws {
    guard only == nil || only == name else { return }
    let data = try JSONEncoder().encode(value)
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
    let figures = String(
      format: "%9d %11.1f %7.0f %7.2f %11.1f %7.2f", data.count, decode.microseconds, speed, decode.ratio,
      encode.microseconds, encode.ratio)
    print(name.padding(toLength: 14, withPad: " ", startingAt: 0) + figures)
  }
}
