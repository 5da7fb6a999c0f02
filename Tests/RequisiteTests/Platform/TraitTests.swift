import Requisite
import Testing

@Suite("Linux without the package trait FoundationNetworking")
struct TraitTests {
  @Test("F26: the sources use nothing beyond FoundationEssentials")
  func sources() throws {
    let conditions = CompilationConditions(holding: ["os(Linux)", "canImport(FoundationNetworking)"])
    let folder = Repository.root.appendingPathComponent("Sources")
    let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    var checked = 0
    for case let file as URL in files where file.pathExtension == "swift" {
      checked += 1
      let code = conditions.compiledPart(of: try String(contentsOf: file, encoding: .utf8))
        .replacing(#/"(\\.|[^"\\\n])*"/#, with: "\"\"").replacing(#/\/\/.*/#, with: "")
      let found = code.firstMatch(
        of:
          #/\b(URLSession\w*|URLRequest|URLError|\w*URLResponse|NS[A-Z]\w+|Thread|FileHandle|import Foundation(Networking)?)\b/#
      )
      #expect(found == nil, "\(file.lastPathComponent): \(found.map { String($0.0) } ?? "")")
    }
    #expect(checked > 300)
  }

  #if os(Linux)
    @Test(
      "F26: a percent-encoded host, as FoundationEssentials writes one that is not ASCII, is refused by name",
      arguments: [
        ("http://b%C3%BCcher.test/a%20b", "bücher.test"), ("https://ann:x%40@a%2Eb:80/", "a.b"),
      ])
    func hosts(url: String, name: String) async throws {
      let request = TransportRequest(url: try #require(URL(string: url)))
      let error = await #expect(throws: NetworkRequestError.self) {
        try await CurlTransport.shared.exchange(request)
      }
      #expect(error?.kind == .invalidRequest)
      #expect(error?.description.contains("the host “\(name)” is percent-encoded or not ASCII") == true)
    }

    @Test("a percent-encoded user name, path or zone of an address is not refused")
    func others() async throws {
      for url in ["http://a%20b:c@127.0.0.1:1/a%20b?c=%20", "http://[::1%25lo]:1/"] {
        let request = TransportRequest(url: try #require(URL(string: url)))
        let error = await #expect(throws: NetworkRequestError.self) {
          try await CurlTransport.shared.exchange(request)
        }
        #expect(error?.kind == .urlSessionFailed)
      }
    }
  #endif
}
