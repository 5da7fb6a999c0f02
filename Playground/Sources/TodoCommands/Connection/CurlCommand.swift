import Requisite

/// A request as a command for a shell: it sends the same method, URL, header fields and body by curl.
struct CurlCommand {
  let text: String

  init(_ request: TransportRequest) {
    var words = ["curl"]
    if request.method != .get { words += ["--request \(request.method)"] }
    let url = request.url.absoluteString
    words += [(url.contains { "[]{}".contains($0) } ? "--globoff " : "") + Self.quoted(url)]
    words += request.headers.map { "--header \(Self.quoted("\($0.name): \($0.value)"))" }
    if case .data(let data) = request.body.content {
      words += ["--data-raw \(Self.quoted(String(decoding: data, as: UTF8.self)))"]
    }
    text = words.joined(separator: " \\\n  ")
  }

  /// Between single quotes a shell takes everything as it stands, but for the single quote.
  private static func quoted(_ word: String) -> String {
    "'" + word.replacing("'", with: #"'\''"#) + "'"
  }
}
