import ArgumentParser
import BenchmarkClients

/// The clients, by the words that choose them.
enum ClientName: String, CaseIterable, ExpressibleByArgument {
  case bare, requisite, `default`, urlsession, ahc
  case ahc64 = "ahc-64"
  case ahc1000 = "ahc-1000"

  /// The clients of the tables, the limit first.
  static let compared: [ClientName] = [.bare, .default, .ahc64, .ahc, .urlsession]

  /// A client of its own for the server; nil if the process lacks what the client needs.
  func client(of server: BenchmarkServer) -> (any BenchmarkClient)? {
    switch self {
    case .bare: BareLoopClient(server)
    case .requisite:
      RequisiteClient(name: "Requisite", server) {
        $0.proxy = .none
        ($0.connectionsPerHost, $0.connections) = (1000, 1000)
      }
    case .default: RequisiteClient(name: "Requisite", server) { _ in }
    case .urlsession: URLSessionClient(server)
    case .ahc: AsyncHTTPClientClient(name: "AsyncHTTPClient", server, loops: nil, connections: nil)
    case .ahc64: AsyncHTTPClientClient(name: "AHC, 1 loop, 64", server, loops: 1, connections: 64)
    case .ahc1000: AsyncHTTPClientClient(name: "AHC, 1 loop, 1000", server, loops: 1, connections: 1000)
    }
  }
}
