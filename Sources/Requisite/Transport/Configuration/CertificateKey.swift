/// Reads the public key of a certificate from its DER (RFC 5280 §4.1), for comparison with pinned keys.
///
/// `SecKeyCopyExternalRepresentation` omits the algorithm identifier that RFC 7469 includes in the hash, so the key is read
/// from the certificate. That works for every kind of key, including those that Security does not support.
enum CertificateKey {
  /// Returns the SHA-256 hash of the SubjectPublicKeyInfo in Base64, or nil if the bytes are not a certificate.
  static func pin(ofCertificate der: some Collection<UInt8>) -> String? {
    subjectPublicKeyInfo(ofCertificate: Array(der)).map { Data(SHA256.hash($0)).base64EncodedString() }
  }

  /// Returns the SubjectPublicKeyInfo, including its tag and length.
  static func subjectPublicKeyInfo(ofCertificate der: [UInt8]) -> ArraySlice<UInt8>? {
    var file = DER(der[...])
    guard var certificate = file.next(0x30)?.contents, var body = certificate.next(0x30)?.contents else {
      return nil
    }
    // A certificate of version 1 omits the version.
    if body.isNext(0xA0) { _ = body.next(0xA0) }
    // Serial number, algorithm, issuer, validity and subject.
    for tag in [UInt8(0x02), 0x30, 0x30, 0x30, 0x30] where body.next(tag) == nil { return nil }
    return body.next(0x30)?.whole
  }
}

/// Reads consecutive values from DER (X.690 §10), in which every length is definite.
private struct DER {
  private let all: [UInt8]
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) {
    (all, rest) = (Array(bytes), [])
    rest = all[...]
  }

  func isNext(_ tag: UInt8) -> Bool { rest.first == tag }

  /// Returns the next value, or nil if it has another tag or exceeds the remaining bytes.
  mutating func next(_ tag: UInt8) -> (whole: ArraySlice<UInt8>, contents: DER)? {
    let start = rest.startIndex
    guard rest.popFirst() == tag, let count = length(), count <= rest.count else { return nil }
    let contents = rest.prefix(count)
    rest = rest.dropFirst(count)
    return (all[start..<contents.endIndex], DER(contents))
  }

  private mutating func length() -> Int? {
    guard let first = rest.popFirst() else { return nil }
    guard first >= 0x80 else { return Int(first) }
    let size = Int(first & 0x7F)
    guard (1...4).contains(size), rest.count >= size else { return nil }
    defer { rest = rest.dropFirst(size) }
    return rest.prefix(size).reduce(0) { $0 << 8 | Int($1) }
  }
}

/// Reads certificates from PEM (RFC 7468 §5).
enum PEM {
  /// Returns the certificates as DER, in order, or nil if one is not Base64 or the text has no certificate.
  static func certificates(in text: String) -> [Data]? {
    var found: [Data] = []
    var lines: [Substring]?
    for line in text.split(whereSeparator: \.isNewline) {
      switch ASCII.trimmed(line) {
      case "-----BEGIN CERTIFICATE-----": lines = []
      case "-----END CERTIFICATE-----":
        guard let base64 = lines.take(), let data = Data(base64Encoded: base64.joined()) else { return nil }
        found.append(data)
      case let words: lines?.append(words)
      }
    }
    return found.isEmpty ? nil : found
  }
}
