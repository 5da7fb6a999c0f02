import ArgumentParser
import BenchmarkClients
import Foundation
import Requisite

/// The clients, by the words that choose them.
enum ClientName: String, CaseIterable, ExpressibleByArgument {
  case bare, requisite, `default`, urlsession, ahc
  case ahc64 = "ahc-64"
  case ahcMany = "ahc-many"
  case urlsessionMany = "urlsession-many"

  /// The clients of the tables, the limit first.
  static let compared: [ClientName] = [.bare, .default, .ahc64, .ahc, .urlsession]

  /// A client of its own for the server, with the decoder that it usually has unless one is given; nil if the process lacks
  /// what the client needs.
  func client(of server: BenchmarkServer, decoder: (any ResponseDecoder)? = nil) -> (any BenchmarkClient)? {
    let coding: any ResponseDecoder = decoder ?? JSONCoding()
    let foundation: any ResponseDecoder = decoder ?? JSONDecoder()
    return switch self {
    case .bare: BareLoopClient(server, decoder: coding)
    case .requisite:
      RequisiteClient(name: "Requisite", server, decoder: coding) {
        $0.proxy = .none
        ($0.connectionsPerHost, $0.connections) = (10_000, 10_000)
      }
    case .default: RequisiteClient(name: "Requisite", server, decoder: coding) { _ in }
    case .urlsession: URLSessionClient(server, decoder: foundation)
    case .urlsessionMany: URLSessionClient(server, decoder: foundation, connections: 10_000)
    case .ahc: asyncHTTPClient("AsyncHTTPClient", server, foundation, loops: nil, connections: nil)
    case .ahc64: asyncHTTPClient("AsyncHTTPClient, 1 loop", server, foundation, loops: 1, connections: 64)
    case .ahcMany:
      asyncHTTPClient("AsyncHTTPClient, 1 loop", server, foundation, loops: 1, connections: 10_000)
    }
  }

  private func asyncHTTPClient(
    _ name: String, _ server: BenchmarkServer, _ decoder: any ResponseDecoder, loops: Int?, connections: Int?
  ) -> AsyncHTTPClientClient {
    AsyncHTTPClientClient(name: name, server, decoder: decoder, loops: loops, connections: connections)
  }
}
