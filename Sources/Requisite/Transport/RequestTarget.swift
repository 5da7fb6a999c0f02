extension TransportRequest {
  /// Checks what no transport may send: the one rule of libcurl's, URLSession's and the stubs of tests.
  ///
  /// Refuses what libcurl would send to another host than the one that origins, pins and cookies compare: `http:///a` to the
  /// host `a`, and a percent-encoded host to its decoded form. FoundationEssentials percent-encodes a host that is not ASCII.
  ///
  /// - Returns: True for `https`.
  /// - Throws: `.invalidRequest` for a method that is no token, `CONNECT`, a URL other than one of `http` or `https` with a host,
  ///   and a port that no server has.
  @discardableResult
  package func checkedTarget() throws(NetworkRequestError) -> Bool {
    guard Token.isValid(method.rawValue), method != "CONNECT" else {
      throw .invalidRequest(.method, "the method “\(method.rawValue)” cannot be sent")
    }
    let text = url.absoluteString
    // It begins with “https:” or “http:”.
    if Origin.plainText(in: text) != nil { return text.withBytes { $0[4] == UInt8(ascii: "s") } }
    let parts = URLParts(text[...])
    guard parts.isHTTP else {
      throw .invalidRequest(.path, "“\(url.printable)” is not an http or https URL with a host")
    }
    guard parts.port != 0 else { throw .invalidRequest(.path, "“\(url.printable)” has the port 0") }
    let host = parts.host.utf8
    guard host.first == UInt8(ascii: "[") || !host.contains(UInt8(ascii: "%")) else {
      let name = PercentEncoding.decoded(host, plusIsSpace: false)
      let problem =
        "the host “\(name)” is percent-encoded or not ASCII: write it in its xn-- form (RFC 5890)"
      throw .invalidRequest(.path, problem)
    }
    return parts.scheme.utf8.count == "https".utf8.count
  }
}
