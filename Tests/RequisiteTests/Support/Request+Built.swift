@testable import Requisite

extension Request {
  /// The request as a transport would get it from a client that adds nothing.
  func built(
    below base: BaseURL = "https://api.example.com", coders: BodyCoders = .standard
  ) throws(NetworkRequestError) -> TransportRequest {
    try transportRequest(adding: RequestDefaults(base: base, coders: coders))
  }

  /// What is wrong with the request; nil where it can be built and sent.
  func fault(below base: BaseURL = "https://api.example.com") -> InvalidRequest? {
    do {
      try built(below: base).validateFields()
      return nil
    } catch {
      guard case .invalidRequest(let fault) = error else { return nil }
      return fault
    }
  }
}

extension HTTPBody {
  /// The bytes of a body in memory as text.
  var text: String? {
    guard case .data(let data) = content else { return nil }
    return String(data: data, encoding: .utf8)
  }

  /// All bytes, wherever they are.
  func bytes() async throws -> Data {
    switch content {
    case .none: Data()
    case .data(let data): data
    case .file(let url, _): try Data(contentsOf: url)
    case .stream(let stream): try await stream.makeStream().collected(upTo: .max)
    }
  }
}
