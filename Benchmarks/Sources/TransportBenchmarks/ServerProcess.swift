import Foundation

/// The load server in a process of its own.
final class ServerProcess {
  let port: UInt16
  private let process = Process()

  init() throws {
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = ["serve"]
    process.standardOutput = output
    try process.run()
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    port = UInt16(line.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
  }

  func end() { process.terminate() }
}
