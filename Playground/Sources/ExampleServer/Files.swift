import FlyingFox
import Foundation

/// Adds a file of 200,000 bytes. The first response breaks off in the middle; the rest can be requested by `Range`.
@Sendable func addFiles(to server: HTTPServer) async {
  let count = Counter()
  let file = Data((0..<200_000).map { UInt8($0 % 251) })
  await server.appendRoute("GET /files/image.iso") { request in
    let attempt = await count.next()
    let first =
      request.headers[.range]?.dropFirst("bytes=".count).split(separator: "-").first.flatMap { Int($0) } ?? 0
    guard attempt > 1 else {
      return HTTPResponse(
        statusCode: .ok, headers: [.eTag: #""v1""#, .contentType: "application/octet-stream"],
        body: HTTPBodySequence(from: Chunks([file.prefix(80_000)], breaksOff: true), count: file.count))
    }
    guard first > 0, request.headers[HTTPHeader("If-Range")] == #""v1""# else {
      return HTTPResponse(statusCode: .ok, headers: [.eTag: #""v1""#], body: file)
    }
    return HTTPResponse(
      statusCode: .partialContent,
      headers: [.eTag: #""v1""#, .contentRange: "bytes \(first)-\(file.count - 1)/\(file.count)"],
      body: Data(file.dropFirst(first)))
  }
}
