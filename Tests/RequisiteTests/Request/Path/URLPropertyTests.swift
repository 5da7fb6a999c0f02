import Testing

@testable import Requisite

@Suite("Built URLs are read back by Foundation")
struct URLPropertyTests {
  private struct Call<Path: Sendable>: Request {
    typealias ReturnType = Void
    let path: Path
    var queryParams = QueryParams()
    let encode: @Sendable (Path) -> RequestPath
    func encodePath() throws(NetworkRequestError) -> RequestPath { encode(path) }
  }

  private static let hosts = ["h.example", "127.0.0.1", "[::1]", "[2001:db8::2]", "localhost"]

  private func base(_ generator: inout SeededGenerator) -> (
    text: String, host: String, port: Int?, path: String
  ) {
    let host = Self.hosts[generator.index(below: Self.hosts.count)]
    let port = generator.chance(2) ? generator.index(below: 65_535) + 1 : nil
    let path = ["", "/api", "/api/v1", "/caf%C3%A9"][generator.index(below: 4)]
    let slash = generator.chance(2) ? "/" : ""
    return ("https://\(host)\(port.map { ":\($0)" } ?? "")\(path)\(slash)", host, port, path)
  }

  @Test(
    "interpolated segments and query are read back unchanged, below the base URL",
    .feature("B18", "A23", "F5"))
  func interpolated() {
    checkProperty { generator in
      let base = base(&generator)
      let segments = (0...generator.index(below: 3)).map { _ in generator.text(1...8) }
        .filter { $0 != "." && $0 != ".." }
      let items = (0..<generator.index(below: 4)).map { _ in
        QueryParams.Item(generator.text(1...6), generator.chance(5) ? nil : generator.text(0...8))
      }
      let call = Call(path: segments, queryParams: QueryParams(items: items)) { "/\(segments: $0)" }
      let url = try call.built(below: BaseURL(base.text)).url
      let parts = try #require(URLComponents(url: url, resolvingAgainstBaseURL: false))
      let found = parts.percentEncodedPath.dropFirst(base.path.count).split(separator: "/")
        .map { $0.removingPercentEncoding ?? "?" }
      let query = (parts.percentEncodedQueryItems ?? []).map {
        QueryParams.Item($0.name.removingPercentEncoding ?? "?", $0.value?.removingPercentEncoding)
      }
      return parts.scheme == "https" && parts.percentEncodedHost == base.host && parts.port == base.port
        && parts.percentEncodedPath.hasPrefix(base.path) && parts.fragment == nil
        && found.map(Array.init(_:)) == segments.map(Array.init(_:)) && query == items
    }
  }

  @Test("any plain path stays below the base URL, or is refused", .feature("A23", "B18", "F5"))
  func plain() {
    let scalars = Array("ab./\\?#%:@ é[]".unicodeScalars)
    checkProperty(cases: 1000) { generator in
      let base = base(&generator)
      let text = generator.text(0...12, of: scalars)
      let call = Call(path: text) { RequestPath(verbatim: $0) }
      let url: URL
      do throws(NetworkRequestError) { url = try call.built(below: BaseURL(base.text)).url } catch {
        return error.kind == .invalidRequest && (text.contains("..") || text.contains("://"))
      }
      let parts = try #require(URLComponents(url: url, resolvingAgainstBaseURL: false))
      let standardized = try #require(URLComponents(url: url.standardized, resolvingAgainstBaseURL: false))
      return parts.percentEncodedHost == base.host && parts.port == base.port && parts.user == nil
        && parts.query == nil && parts.fragment == nil && parts.percentEncodedPath.hasPrefix(base.path)
        && standardized.percentEncodedPath.hasPrefix(base.path)
        && !parts.percentEncodedPath.split(separator: "/").contains("..")
    }
  }
}
