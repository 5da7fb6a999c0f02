import CPUTime
import Foundation
import RequisiteWebSocket

/// The memory of sockets that do nothing.
struct IdleRun {
  let port: Int

  func run(_ count: Int) async throws {
    DescriptorLimit.raise()
    let client = APIClient(baseURL: "ws://127.0.0.1:\(port)", transport: CurlTransport())
    var sockets = [try await client.dispatch(Endpoint<WebSocket<Data, Data>>.get("/idle"))]
    let (before, descriptors, cpu) = (residentBytes, try openDescriptors, CPUTime.ofProcess)
    do throws(NetworkRequestError) {
      while sockets.count <= count {
        sockets.append(try await client.dispatch(Endpoint<WebSocket<Data, Data>>.get("/idle")))
      }
    } catch {
      print("after \(sockets.count) sockets: \(error)")
      // The list of the descriptors needs one.
      sockets.removeLast()
      await Task.yield()
    }
    let opened = sockets.count - 1
    print(
      String(
        format: "%d idle sockets: %.1f KiB and %.1f descriptors each; %.0f µs of CPU time to open one",
        opened,
        Double(residentBytes - before) / Double(opened) / 1024,
        Double(try openDescriptors - descriptors) / Double(opened),
        (CPUTime.ofProcess - cpu) / Double(opened) * 1e6))
  }

  private var residentBytes: Int {
    let words =
      (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
    return words.count > 1 ? (Int(words[1]) ?? 0) * 4096 : 0
  }

  private var openDescriptors: Int {
    get throws { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
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
