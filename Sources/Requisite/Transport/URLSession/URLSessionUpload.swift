/// Brings a body into the form in which Foundation sends it reliably: bytes in memory.
///
/// (On Linux a body stream is sent empty where its file is missing, and an upload from a file hangs where the file is
/// a directory or shrinks.)
struct URLSessionUpload {
  private let request: TransportRequest

  init(_ request: TransportRequest) {
    self.request = request
  }

  func foundationRequest() async throws(NetworkRequestError) -> URLRequest {
    var result = request.urlRequest
    // What the request says is what is sent: a store that the session may have has no cookies to add to it.
    if request.headers.contains(.cookie) { result.httpShouldHandleCookies = false }
    switch try request.body.checked().content {
    case .none, .data: break
    case .file(let url, let length):
      result.httpBody = try await ByteStream.file(url, length: length).collected(upTo: .max)
    case .stream(let stream): result.httpBody = try await collected(stream)
    }
    return result
  }

  private func collected(_ stream: BodyStream) async throws(NetworkRequestError) -> Data {
    let data = try await stream.makeStream().collected(upTo: .max)
    guard stream.length.map({ $0 == Int64(data.count) }) ?? true else {
      let words = "the body's stream gave \(data.count) bytes where \(stream.length ?? 0) were announced"
      let error = URLError(.requestBodyStreamExhausted, userInfo: [NSLocalizedDescriptionKey: words])
      throw .urlSessionFailed(TransportFailure(error, request: request))
    }
    return data
  }
}
