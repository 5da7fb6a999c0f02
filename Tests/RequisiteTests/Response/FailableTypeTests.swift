import RequisiteTesting
import Testing

@Suite("Return types with an initializer that may return nil")
struct FailableTypeTests {
  /// A type whose own initializer returns nil for what it does not understand.
  struct Level: ResponseConvertible, Equatable {
    struct Unknown: Error, Equatable { let text: String }
    static var responseForm: ResponseForm { .raw }
    let number: Int

    init?(_ text: String) {
      guard let number = Int(text) else { return nil }
      self.number = number
    }

    init(response: NetworkResponse, decoder: any ResponseDecoder) throws(NetworkRequestError) {
      let text = String(decoding: response.data, as: UTF8.self)
      guard let level = Level(text) else {
        throw NetworkRequestError(Unknown(text: text), request: response.request)
      }
      self = level
    }
  }
  struct GetLevel: Request {
    typealias ReturnType = Level
    let path = "/level"
  }

  @Test("an initializer that returns nil is an error with the reason", .feature("D8"))
  func failable() async throws {
    #expect(try await APIClient.answering(.text("7")).dispatch(GetLevel()) == Level("7"))
    let error = try await APIClient.answering(.text("high")).failure(of: GetLevel())
    #expect(error.underlyingError as? Level.Unknown == Level.Unknown(text: "high"))
  }
}
