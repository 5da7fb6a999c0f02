/// The body of a response, in the form that ``TransportRequest/delivery`` asked for.
public enum ResponseBody: Sendable {
  /// All of it, in memory.
  case data(Data)
  /// Chunks, as they come. Whoever reads on decides how fast they come.
  case stream(ByteStream)
  /// All of it, in a file.
  case file(URL)
}

extension ResponseBody {
  /// Its size, or what it is in, for people.
  var summary: String {
    switch self {
    case .data(let data): "\(data.count) bytes"
    case .stream: "a stream"
    case .file(let url): "in \(url.path)"
    }
  }
}
