import Foundation

/// Responses as bytes, for scripts.
public enum HTTPMessage {
  /// `HTTP/1.1 200 OK` with a Content-Length and this body.
  public static func response(status: String = "200 OK", body: String, headers: [String] = []) -> Data {
    response(status: status, body: Data(body.utf8), headers: headers)
  }

  /// `HTTP/1.1 200 OK` with a Content-Length and this body.
  public static func response(status: String = "200 OK", body: Data, headers: [String] = []) -> Data {
    let lines = ["HTTP/1.1 \(status)", "Content-Length: \(body.count)"] + headers
    return Data((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body
  }

  /// The head of a chunked response.
  public static func chunkedHead(headers: [String] = []) -> String {
    let lines = ["HTTP/1.1 200 OK", "Transfer-Encoding: chunked"] + headers
    return lines.joined(separator: "\r\n") + "\r\n\r\n"
  }

  /// One chunk.
  public static func chunk(_ text: String) -> String {
    "\(String(text.utf8.count, radix: 16))\r\n\(text)\r\n"
  }
}
