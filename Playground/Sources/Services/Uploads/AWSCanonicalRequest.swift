import Foundation
import Requisite

/// The text of a request that AWS Signature Version 4 signs, which the server makes again from what it receives.
nonisolated struct AWSCanonicalRequest {
  /// The names of the signed header fields.
  let names: String
  let text: String

  /// Fields that a proxy or the transport may change.
  private static let unsigned: Set = [
    "authorization", "user-agent", "accept-encoding", "connection", "expect", "transfer-encoding", "cookie",
    "x-amzn-trace-id",
  ]

  init(_ request: TransportRequest, query: [QueryParams.Item], payload: String, isS3: Bool) {
    var fields = ["host": [Self.host(of: request.url)]]
    for field in request.headers {
      let name = field.name.rawValue.lowercased()
      guard !Self.unsigned.contains(name) else { continue }
      let value = field.value.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      if name == "host" { fields[name] = [value] } else { fields[name, default: []].append(value) }
    }
    let lines = fields.sorted { $0.key < $1.key }.map { "\($0):\($1.joined(separator: ","))\n" }
    names = fields.keys.sorted().joined(separator: ";")
    text = [
      request.method.rawValue, Self.path(of: request.url, isS3: isS3), Self.text(of: query), lines.joined(),
      names, payload,
    ].joined(separator: "\n")
  }

  func signature(_ secret: Secret, time: AWSTime, scope: String) -> String {
    let hash = FileDigest.sha256(of: text.utf8).hexadecimal
    let string = "AWS4-HMAC-SHA256\n\(time.text)\n\(scope)\n\(hash)"
    let key = scope.split(separator: "/").reduce(Array("AWS4\(secret.revealed)".utf8)) {
      Self.hmac($1.utf8, key: $0)
    }
    return Self.hmac(string.utf8, key: key).map { String(format: "%02x", $0) }.joined()
  }

  /// HMAC with SHA-256 (RFC 2104).
  private static func hmac(_ text: some Sequence<UInt8>, key: [UInt8]) -> [UInt8] {
    let key = key.count > 64 ? sha256(key) : key
    func padded(_ byte: UInt8) -> [UInt8] {
      (key + Array(repeating: 0, count: 64 - key.count)).map { $0 ^ byte }
    }
    return sha256(padded(0x5C) + sha256(padded(0x36) + text))
  }

  private static func sha256(_ bytes: [UInt8]) -> [UInt8] {
    let digits = Array(FileDigest.sha256(of: bytes).hexadecimal)
    return stride(from: 0, to: digits.count, by: 2).compactMap {
      UInt8(String(digits[$0...($0 + 1)]), radix: 16)
    }
  }

  private static func host(of url: URL) -> String {
    let origin = Origin(url), isDefault = origin.port == (origin.scheme == "https" ? 443 : 80)
    let host = origin.host.contains(":") ? "[\(origin.host)]" : origin.host
    return isDefault ? host : "\(host):\(origin.port)"
  }

  /// The path: for S3 each segment encoded once; for all others without dot segments and empty ones, and encoded once more.
  private static func path(of url: URL, isS3: Bool) -> String {
    let path = url.path(percentEncoded: true)
    let segments = path.split(separator: "/", omittingEmptySubsequences: !isS3).map(String.init)
    if isS3 {
      return path.isEmpty
        ? "/" : segments.map { encoded($0.removingPercentEncoding ?? $0) }.joined(separator: "/")
    }
    let kept = segments.reduce(into: [String]()) { kept, segment in
      if segment == ".." { _ = kept.popLast() } else if segment != "." { kept.append(segment) }
    }
    return "/" + kept.map(encoded).joined(separator: "/") + (path.hasSuffix("/") && !kept.isEmpty ? "/" : "")
  }

  /// The items of a query, encoded and in order.
  static func text(of items: [QueryParams.Item]) -> String {
    items.map { (encoded($0.name), encoded($0.value ?? "")) }.sorted { $0 < $1 }.map { "\($0)=\($1)" }
      .joined(separator: "&")
  }

  private static func encoded(_ text: String) -> String {
    text.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        String(UnicodeScalar(byte))
      default: String(format: "%%%02X", byte)
      }
    }.joined()
  }
}

/// A time as `20150830T123600Z`.
nonisolated struct AWSTime {
  let date: Date
  let text: String
  private static let style = Date.ISO8601FormatStyle(
    dateSeparator: .omitted, dateTimeSeparator: .standard, timeSeparator: .omitted)

  init(_ date: Date) { (self.date, text) = (date, date.formatted(Self.style)) }

  init?(_ text: String) {
    guard let date = try? Date(text, strategy: Self.style) else { return nil }
    (self.date, self.text) = (date, text)
  }

  var day: Substring { text.prefix(8) }
}
