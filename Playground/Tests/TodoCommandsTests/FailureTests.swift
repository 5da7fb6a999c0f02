import Requisite
import Testing

@testable import TodoCommands

@Suite struct FailureTests {
  @Test(
    "Every failure has its exit code",
    arguments: [
      (400, FailureStatus.refused), (401, .notAllowed), (403, .notAllowed), (404, .notFound), (409, .refused),
      (500, .serverFailed), (502, .serverFailed), (304, .badResponse),
    ])
  func statuses(status: Int, exit: FailureStatus) throws {
    let url = try #require(URL(string: "http://127.0.0.1/todos/7"))
    let response = NetworkResponse(status: status, request: TransportRequest(url: url))
    #expect(Failure(NetworkRequestError(status: response)).status == exit)
  }

  @Test(
    "The error names the missing record",
    arguments: [
      ("/todos/7", "there is no todo 7"), ("/todos/7/attachments", "there is no todo 7"),
      ("/7", "there is nothing at http://h/7"), ("/x", "there is nothing at http://h/x"),
      ("/x?token=s3cret", "there is nothing at http://h/x?token=<redacted>"),
    ])
  func missing(path: String, message: String) throws {
    let url = try #require(URL(string: "http://h" + path))
    let response = NetworkResponse(status: 404, request: TransportRequest(url: url))
    #expect(Failure(.notFound(response)).message == message)
  }
}
