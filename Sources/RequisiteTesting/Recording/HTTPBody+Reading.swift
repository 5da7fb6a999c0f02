extension HTTPBody {
  /// All bytes of the body, as a server would get them. A stream that can be read once is used up by it.
  func bytes(of request: TransportRequest) async throws(NetworkRequestError) -> Data {
    switch content {
    case .none: return Data()
    case .data(let data): return data
    case .stream(let stream): return try await stream.makeStream().collected(upTo: .max)
    case .file(let url, let length):
      return try await ByteStream.file(url, length: length < 0 ? nil : length).collected(upTo: .max)
    }
  }
}
