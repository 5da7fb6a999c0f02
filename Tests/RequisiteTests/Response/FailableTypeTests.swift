import RequisiteTesting
import Testing

@Suite("Return types with an initializer that may return nil", .timeLimit(.minutes(1)))
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

  @Test("an initializer may throw any error, which is the cause of a decoding error", .feature("D8"))
  func anyError() async throws {
    struct Lamp: ResponseConvertible {
      static var responseForm: ResponseForm { .raw }
      init(response: NetworkResponse, decoder: any ResponseDecoder) throws {
        if response.data.isEmpty { throw NetworkRequestError.cancelled(nil) }
        throw Level.Unknown(text: try response.text())
      }
    }
    let error = try await APIClient.answering(.text("dark")).failure(of: Endpoint<Lamp>.get("/"))
    #expect(error.kind == .decodingError && error.decodingFailure?.type == "Lamp")
    #expect(error.underlyingError as? Level.Unknown == Level.Unknown(text: "dark"))
    #expect(try await APIClient.answering(.text("")).failure(of: Endpoint<Lamp>.get("/")).kind == .cancelled)
  }
}
