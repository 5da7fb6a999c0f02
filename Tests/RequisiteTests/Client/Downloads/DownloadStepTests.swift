import Foundation
import RequisiteTesting
import Testing

@testable import Requisite

@Suite("The next step of a download after a response")
struct DownloadStepTests {
  private let request = TransportRequest(url: .api("/file"), delivery: .streamed)

  private func response(_ status: Int, _ headers: HTTPHeaders, url: URL? = nil) -> NetworkResponse {
    NetworkResponse(TransportResponse(status: status, headers: headers, url: url ?? request.url), to: request)
  }

  /// Four of ten bytes are known.
  private func known(_ count: Int64 = 4, length: Int64? = 10) throws -> PartialDownload.Known {
    var headers: HTTPHeaders = ["ETag": "\"1\"", "Last-Modified": "Tue, 15 Nov 1994 12:45:26 GMT"]
    headers[.contentLength] = length.map(String.init)
    return .init(source: try #require(DownloadSource(response(200, headers), of: request)), count: count)
  }

  private func step(_ response: NetworkResponse, after known: PartialDownload.Known?) -> DownloadStep {
    DownloadStep(response, to: request, after: known)
  }

  private let part: HTTPHeaders = ["Content-Range": "bytes 4-9/10", "ETag": "\"1\""]

  @Test(
    "the part that follows, of the same version, is appended, also if it ends early or leaves out the total length"
  )
  func rest() throws {
    let known = try known()
    #expect(step(response(206, part), after: known) == .rest(end: 10, total: 10))
    let less = part.merging(["Content-Range": "bytes 4-6/10"])
    #expect(step(response(206, less), after: known) == .rest(end: 7, total: 10))
    let unknown = part.merging(["Content-Range": "BYTES 4-9/*"])
    #expect(step(response(206, unknown), after: known) == .rest(end: 10, total: 10))
    let signed = URL(string: request.url.absoluteString + "?signature=2")
    #expect(step(response(206, part, url: signed), after: known) == .rest(end: 10, total: 10))
  }

  @Test(
    "a part that differs in any way is not used",
    arguments: [
      ["Content-Range": "bytes 3-9/10"], ["Content-Range": "bytes 5-9/10"], ["Content-Range": "bytes 0-9/10"],
      ["Content-Range": "bytes 4-9/11"], ["Content-Range": "bytes 4-10/10"],
      ["Content-Range": "bytes 4-12/*"],
      ["Content-Range": "bytes 9-4/10"], ["Content-Range": "bytes */10"], ["Content-Range": "items 4-9/10"],
      ["Content-Range": "bytes 4-9/99999999999999999999999"], ["Content-Range": "bytes 4-9"],
      ["Content-Range": "bytes -4-9/10"], ["Content-Range": "bytes 4-9/10, bytes 4-9/10"],
      ["Content-Range": "bytes 0x4-9/10"], ["Content-Range": ""],
      ["ETag": "\"2\""], ["ETag": "W/\"1\""], ["ETag": "1"], ["ETag": ""], ["Content-Encoding": "gzip"],
      ["Last-Modified": "Wed, 16 Nov 1994 12:45:26 GMT"],
      ["Content-Type": "multipart/byteranges; boundary=x"],
      ["Content-Type": "Multipart/ByteRanges ;boundary"],
    ] as [HTTPHeaders])
  func differs(change: HTTPHeaders) throws {
    #expect(step(response(206, part.merging(change)), after: try known()) == .unusable)
  }

  @Test(
    "a part without range or entity tag, with two of them, with many ranges, or of another URL is not used")
  func missing() throws {
    let known = try known()
    for name in [HTTPHeaderName.contentRange, .eTag] {
      var headers = part
      headers.remove(name)
      #expect(step(response(206, headers), after: known) == .unusable)
      headers = part
      headers.append(HTTPHeader(name, part[name] ?? ""))
      #expect(step(response(206, headers), after: known) == .unusable)
    }
    let ranges: HTTPHeaders = ["Content-Type": "multipart/byteranges; boundary=x", "ETag": "\"1\""]
    #expect(step(response(206, ranges), after: known) == .unusable)
    #expect(step(response(206, part, url: .api("/mirror")), after: known) == .unusable)
    let unknown = part.merging(["Content-Range": "bytes 4-9/*"])
    #expect(step(response(206, unknown), after: try self.known(length: nil)) == .unusable, "of how many?")
  }

  @Test("a 416 ends the download only if all bytes of the same version have arrived")
  func unsatisfiable() throws {
    func end(_ range: String?, _ tag: String? = nil, after count: Int64, of length: Int64?) throws
      -> DownloadStep
    {
      var headers = HTTPHeaders()
      headers[.contentRange] = range
      headers[.eTag] = tag
      return step(response(416, headers), after: try known(count, length: length))
    }
    #expect(try end("bytes */10", after: 10, of: 10) == .complete)
    #expect(try end("bytes */10", "\"1\"", after: 10, of: nil) == .complete)
    #expect(try end("bytes */100000", after: 100_000, of: 300_000) == .unusable)
    #expect(
      try end("bytes */4", "\"1\"", after: 4, of: 10) == .unusable, "the first response announced ten bytes")
    #expect(try end("bytes */10", after: 10, of: nil) == .unusable, "of which version?")
    #expect(try end("bytes */10", "\"2\"", after: 10, of: 10) == .unusable)
    #expect(try end("bytes */11", after: 10, of: 10) == .unusable)
    #expect(try end("bytes 0-9/10", after: 10, of: 10) == .unusable)
    #expect(try end(nil, after: 10, of: 10) == .unusable)
  }

  @Test(
    "any other status is not the rest, and is unexpected if the whole was requested",
    arguments: [201, 204, 205, 226, 304, 400, 403, 412, 501])
  func unexpected(status: Int) throws {
    #expect(step(response(status, part), after: try known()) == .unusable)
    #expect(step(response(status, [:]), after: nil) == .unexpected)
  }

  @Test("a part that was not requested is unexpected")
  func notAsked() {
    #expect(step(response(206, part), after: nil) == .unexpected)
    #expect(step(response(416, ["Content-Range": "bytes */0"]), after: nil) == .unexpected)
  }

  @Test("a whole response is resumable only with a strong entity tag, and not with a content coding")
  func whole() throws {
    let source = try known().source
    let headers: HTTPHeaders = [
      "ETag": "\"1\"", "Content-Length": "10", "Last-Modified": source.lastModified ?? "",
    ]
    #expect(step(response(200, headers), after: nil) == .whole(source, length: 10))
    for tag in ["W/\"1\"", "1", "", "\"a\u{1}\""] {
      #expect(step(response(200, headers.merging([.eTag: tag])), after: nil) == .whole(nil, length: 10))
    }
    let coded = headers.merging(["Content-Encoding": "gzip"])
    #expect(step(response(200, coded), after: nil) == .whole(nil, length: nil))
  }
}
