import RequisiteTesting

@testable import Requisite

/// An error that a user can meet, with the call that ends in it.
struct ErrorText: Sendable {
  let name: String
  let call: @Sendable () async throws(NetworkRequestError) -> Void

  init(_ name: String, _ call: @escaping @Sendable () async throws -> Void) {
    self.name = name
    self.call = { () async throws(NetworkRequestError) in
      do { try await call() } catch { throw NetworkRequestError(error) }
    }
  }

  /// The error of a request that gets `response`.
  init(_ name: String, _ response: StubResponse, _ request: some Request) {
    self.init(name, request) { $0.respond(response) }
  }

  /// The error of a request, through layers on a transport that answers.
  init(
    _ name: String, _ request: some Request, _ answer: @escaping @Sendable (On) -> Stub,
    through layers: @escaping @Sendable (StubTransport) -> any Transport = { $0 }
  ) {
    self.init(name) {
      let stub = StubTransport { answer(On.any()) }
      _ = try await APIClient.testing(layers(stub)).dispatch(request)
    }
  }

  /// The text of the error, without what differs from run to run: ports, folders and times.
  func text() async -> String {
    do {
      try await call()
      return "no error"
    } catch {
      return Self.steady(error.description)
    }
  }

  private static func steady(_ text: String) -> String {
    text.replacing(/(127\.0\.0\.1|localhost):\d+/) { "\($0.1):PORT" }
      .replacing(/port \d+/, with: "port PORT")
      .replacing(/after \d+ ms/, with: "after 0 ms")
      .replacing(/sha256\/\/[A-Za-z0-9+\/=]+/, with: "sha256//HASH")
      .replacing(FileManager.default.temporaryDirectory.path, with: "/tmp")
  }
}
