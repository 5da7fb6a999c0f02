import ArgumentParser
import BenchmarkClients

/// The clients, by the words that choose them.
enum ClientName: String, CaseIterable, ExpressibleByArgument {
  case bare, requisite, `default`, urlsession, ahc
  case ahc64 = "ahc-64"
  case ahcMany = "ahc-many"
  case urlsessionMany = "urlsession-many"

  /// The clients of the tables, the limit first.
  static let compared: [ClientName] = [.bare, .default, .ahc64, .ahc, .urlsession]

  /// A client of its own for the server; nil if the process lacks what the client needs.
  func client(of server: BenchmarkServer) -> (any BenchmarkClient)? {
    switch self {
    case .bare: BareLoopClient(server)
    case .requisite:
      RequisiteClient(name: "Requisite", server) {
        $0.proxy = .none
        ($0.connectionsPerHost, $0.connections) = (10_000, 10_000)
      }
    case .default: RequisiteClient(name: "Requisite", server) { _ in }
    case .urlsession: URLSessionClient(server)
    case .urlsessionMany: URLSessionClient(server, connections: 10_000)
    case .ahc: AsyncHTTPClientClient(name: "AsyncHTTPClient", server, loops: nil, connections: nil)
    case .ahc64: AsyncHTTPClientClient(name: "AHC, 1 loop, 64", server, loops: 1, connections: 64)
    case .ahcMany: AsyncHTTPClientClient(name: "AHC, 1 loop", server, loops: 1, connections: 10_000)
    }
  }
}
