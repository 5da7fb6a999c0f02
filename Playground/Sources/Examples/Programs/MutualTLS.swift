#if os(Linux)
  import Foundation
  import Requisite

  /// A client of a service that requires a certificate. It shows its own, and trusts one authority only.
  struct MutualTLS: Sendable {
    /// Paths of PEM files.
    struct Identity: Sendable {
      let certificate: String
      let key: String
    }

    let client: APIClient

    /// - Parameter identity: The client's certificate and key; nil for a client without one.
    init(baseURL: String, authority: String, identity: Identity?) {
      var configuration = CurlTransport.Configuration()
      configuration.tls.authorities = .file(authority)
      configuration.tls.clientCertificate = identity.map { .files(certificate: $0.certificate, key: $0.key) }
      client = APIClient(baseURL: baseURL, transport: CurlTransport(configuration))
    }

    /// Returns the page of the service.
    func page() async throws(NetworkRequestError) -> String {
      try await client.dispatch(Endpoint<String>.get("/"))
    }
  }
#endif
