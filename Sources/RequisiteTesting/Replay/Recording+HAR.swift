extension Recording {
  /// Reads an HTTP Archive (HAR 1.2), as browsers, Charles, Proxyman and mitmproxy export it, or a `HARFile` has written it.
  ///
  /// ```swift
  /// let recorded = ReplayTransport(try Recording(har: .fixture("Recordings/shop.har")))
  /// ```
  /// What a transport of this library would not see is left out: pseudo header fields such as `:authority`, codings of bodies
  /// that the archive has decoded already, WebSockets, and entries without a response. A redirect and the entry that followed
  /// it become one exchange, as the library follows redirects itself. A 304 with the text that the browser had stored becomes
  /// a 200.
  ///
  /// Secrets are left out as the recording is read, by the rules of ``ReplayTransport``; the file itself still has them.
  /// ``write(to:)`` makes a fixture without them, in the format that is easier to read and to compare. A browser also exports
  /// images and scripts: remove from ``exchanges`` what your client does not request.
  ///
  /// - Parameters:
  ///   - file: The archive, of at most 256 MiB.
  ///   - redaction: The secrets to leave out; the standard ones by default.
  /// - Throws: ``RecordingFailure``, which names the file, with the cause.
  public init(har file: RecordingFile, redacting redaction: Redaction = .standard) throws(RecordingFailure) {
    self.init()
    let redactor = RecordingRedactor(redaction, and: .standard)
    do {
      let archive = try JSONCoding().decode(HAR.self, from: try Self.text(of: file.url))
      var entries = archive.log.entries.filter(\.isExchange)[...]
      while let first = entries.popFirst() {
        var last = first
        while let target = last.redirect, let next = entries.firstIndex(where: { $0.request.url == target }) {
          last = entries.remove(at: next)
        }
        exchanges.append(try first.exchange(endingWith: last, redactor))
      }
    } catch {
      throw RecordingFailure(file: file.url, verb: "read", underlyingError: error)
    }
  }
}

extension HAR.Entry {
  /// True for a response to a request by HTTP: status 0 stands for none, and 101 begins a WebSocket.
  fileprivate var isExchange: Bool { response.status >= 200 && request.url.lowercased().hasPrefix("http") }

  /// The URL to which the response redirects; nil if it does not.
  fileprivate var redirect: String? {
    guard [301, 302, 303, 307, 308].contains(response.status), let base = URL(string: request.url) else {
      return nil
    }
    let target = response.headers?.fields[.location] ?? response.redirectURL ?? ""
    return target.isEmpty ? nil : URL(string: target, relativeTo: base)?.absoluteString
  }

  /// The exchange of a request with the last response of its redirects.
  fileprivate func exchange(
    endingWith last: HAR.Entry, _ redactor: RecordingRedactor
  ) throws -> Recording.Exchange {
    let body = try last.response.content?.data ?? Data()
    let isStored = last.response.status == 304 && !body.isEmpty
    return Recording.Exchange(
      request: Recording.Request(
        HTTPMethod(rawValue: request.method), url, request.headers?.fields ?? [:],
        body: try request.postData?.data ?? Data(), redactor),
      response: Recording.Response(
        isStored ? 200 : last.response.status, last.url == url ? nil : last.url,
        last.response.headers?.fields ?? [:], body: body, redactor))
  }

  /// The URL without its fragment, which is not sent.
  private var url: String { String(request.url.prefix { $0 != "#" }) }
}

extension [HAR.Pair] {
  /// The header fields without those of HTTP/2 alone. A browser joins repeated fields by line ends.
  fileprivate var fields: HTTPHeaders {
    HTTPHeaders(
      filter { !$0.name.hasPrefix(":") }.flatMap { pair in
        (pair.value ?? "").split(separator: "\n", omittingEmptySubsequences: false).map {
          HTTPHeader(HTTPHeaderName(pair.name), String($0))
        }
      })
  }
}

extension HAR.PostData {
  /// The bytes of the body: its text, or the fields of a form without one.
  fileprivate var data: Data {
    get throws {
      if let text { return try HAR.bytes(text, encoding) }
      return Data(
        FormFields(items: (params ?? []).map { FormFields.Item($0.name, $0.value ?? "") }).encoded.utf8)
    }
  }
}

extension HAR.Content {
  fileprivate var data: Data {
    get throws { try HAR.bytes(text ?? "", encoding) }
  }
}

extension HAR {
  fileprivate static func bytes(_ text: String, _ encoding: String?) throws -> Data {
    guard encoding == "base64" else { return Data(text.utf8) }
    guard let data = Data(base64Encoded: text, options: .ignoreUnknownCharacters) else {
      let message = "a body is not base 64, as its encoding says"
      throw DecodingError.dataCorrupted(DecodingError.Context(codingPath: [], debugDescription: message))
    }
    return data
  }
}
