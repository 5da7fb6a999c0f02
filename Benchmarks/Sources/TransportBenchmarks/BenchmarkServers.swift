import BenchmarkClients

/// The servers of a run: the load server and, for the rows over TLS, nginx.
struct BenchmarkServers {
  let plain: ServerProcess
  private let nginx: NginxProcess?

  /// Reports the reason if there can be no nginx.
  init(needsTLS: Bool) throws {
    plain = try ServerProcess()
    if needsTLS, let absence = NginxProcess.absence {
      report("The rows over TLS are left out: \(absence).")
      nginx = nil
    } else {
      nginx = needsTLS ? try NginxProcess(proxying: plain.port) : nil
    }
  }

  func end() {
    plain.end()
    nginx?.end()
  }

  /// Where a server is; nil for TLS without nginx.
  subscript(server: Workload.Server) -> BenchmarkServer? {
    switch server {
    case .plain: plain.address
    case .http1: nginx?.http1
    case .http2: nginx?.http2
    }
  }
}
