import BuiltTool
import Testing

@Suite("Programs of the integrations")
struct ProgramsTests {
  @Test(
    "each program runs, and prints what its package recorded", .feature("F30"), .timeLimit(.minutes(1)),
    arguments: [
      ("log", "status=404"), ("metrics", "http.client.request.duration, /todos/{}, 200: 2"),
      ("tracing", "GET /todos/{id}, below page"),
      ("http-types", "200, application/json"), ("hummingbird", "10 albums"),
    ])
  func runs(name: String, line: String) async throws {
    let tool = try await BuiltTool.run("integrations", [name])
    #expect(tool.status == 0 && tool.output.contains(line), "\(tool.output)\(tool.errors)")
    #expect(!tool.output.contains("hidden"))
  }
}
