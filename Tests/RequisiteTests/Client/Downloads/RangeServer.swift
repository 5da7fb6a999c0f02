import RequisiteTesting

@testable import Requisite

/// A server of one file that supports ranges, and whose response to each request can be changed.
final class RangeServer: Sendable {
  /// A version of the file.
  struct Version: Sendable {
    var bytes: Data
    var eTag: String?
  }

  let version: Locked<Version>
  let requests = Locked<[TransportRequest]>([])
  private let change:
    @Sendable (_ number: Int, _ response: inout TransportResponse, _ body: inout Data) -> Void

  init(
    _ text: String, eTag: String? = "\"1\"",
    change: @escaping @Sendable (Int, inout TransportResponse, inout Data) -> Void = { _, _, _ in }
  ) {
    version = Locked(Version(bytes: Data(text.utf8), eTag: eTag))
    self.change = change
  }

  var ranges: [String?] { requests.withLock { $0 }.map { $0.headers[.range] } }
}

extension RangeServer: TerminalTransport {
  func exchange(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    let number = requests.withLock { requests in
      requests.append(request)
      return requests.count
    }
    let version = version.withLock { $0 }
    var body = version.bytes
    var response = TransportResponse(
      status: 200, headers: ["Content-Length": "\(body.count)"], url: request.url)
    response.headers[.eTag] = version.eTag
    let isSame = request.headers[.ifRange] == nil || request.headers[.ifRange] == version.eTag
    if let range = request.headers[.range], isSame, let start = Int(range.dropFirst(6).dropLast()) {
      if start >= body.count {
        response.status = 416
        response.headers[.contentRange] = "bytes */\(body.count)"
        body = Data()
      } else {
        response.status = 206
        response.headers[.contentRange] = "bytes \(start)-\(body.count - 1)/\(body.count)"
        body = body.dropFirst(start)
      }
      response.headers[.contentLength] = "\(body.count)"
    }
    change(number, &response, &body)
    let whole = StubResponse.chunks(body.map { Data([$0]) })
    guard case .stream(let stream) = try await whole.response(to: request).body else { return response }
    response.body = .stream(stream)
    return response
  }
}
