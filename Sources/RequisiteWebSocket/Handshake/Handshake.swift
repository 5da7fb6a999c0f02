import Requisite

/// The opening handshake of a client (RFC 6455 §4.1): what it offers, and whether a response accepts that.
struct Handshake: Sendable {
  let key: String
  /// The subprotocols offered, the preferred one first.
  let subprotocols: [String]
  /// Whether permessage-deflate is offered.
  let compresses: Bool

  init(subprotocols: [String] = [], compresses: Bool = false, key: String = HandshakeKey.make()) {
    (self.key, self.subprotocols, self.compresses) = (key, subprotocols, compresses)
  }

  /// What the server has agreed on.
  struct Agreement: Sendable, Equatable {
    /// The subprotocol; nil for none.
    var subprotocol: String?
    /// The compression; nil for none.
    var coding: MessageCoding?
  }

  /// The fields of the request that belong to the handshake alone, in the order in which they are sent.
  var fields: [(name: String, value: String)] {
    var fields = [
      (name: "Upgrade", value: "websocket"), ("Connection", "Upgrade"), ("Sec-WebSocket-Version", "13"),
      ("Sec-WebSocket-Key", key),
    ]
    if !subprotocols.isEmpty {
      fields.append(("Sec-WebSocket-Protocol", subprotocols.joined(separator: ", ")))
    }
    if compresses { fields.append(("Sec-WebSocket-Extensions", MessageCoding.offer)) }
    return fields
  }

  /// Returns the request as it is sent: its own fields, then those of the handshake.
  func bytes(of request: TransportRequest) -> [UInt8] {
    let parts = URLParts(request.url)
    let at = parts.authority.utf8.lastIndex(of: UInt8(ascii: "@")).map(parts.authority.utf8.index(after:))
    let host = parts.authority[(at ?? parts.authority.startIndex)...]
    var text = "GET \(parts.requestTarget) HTTP/1.1\r\nHost: \(host)\r\n"
    if at != nil, !request.headers.contains(.authorization),
      let user = request.url.user(percentEncoded: false)
    {
      let password = request.url.password(percentEncoded: false) ?? ""
      text += "Authorization: \(Authorization.basic(user: user, password: password).headerValue)\r\n"
    }
    for field in request.headers { text += "\(field.name.rawValue): \(field.value)\r\n" }
    for field in fields { text += "\(field.name): \(field.value)\r\n" }
    return Array((text + "\r\n").utf8)
  }

  /// Checks the fields of a response with status 101.
  ///
  /// - Throws: A failure of the handshake, which names the field at fault.
  func agreement(_ headers: HTTPHeaders) throws(WebSocketFailure) -> Agreement {
    guard headers.values(for: "Upgrade").count == 1,
      ASCII.equalIgnoringCase(headers["Upgrade"] ?? "", "websocket")
    else { throw .refused("Upgrade", headers, "is not “websocket”") }
    let options = headers.values(for: "Connection").flatMap { HTTPQuoting.list($0) }
    guard options.contains(where: { ASCII.equalIgnoringCase(String($0), "upgrade") }) else {
      throw .refused("Connection", headers, "has no “Upgrade”")
    }
    guard headers.values(for: "Sec-WebSocket-Accept") == [HandshakeKey.accept(for: key)] else {
      throw .refused("Sec-WebSocket-Accept", headers, "does not answer the Sec-WebSocket-Key")
    }
    return Agreement(subprotocol: try subprotocol(headers), coding: try coding(headers))
  }

  private func subprotocol(_ headers: HTTPHeaders) throws(WebSocketFailure) -> String? {
    let names = headers.values(for: "Sec-WebSocket-Protocol")
    guard let name = names.first else { return nil }
    guard names.count == 1, subprotocols.contains(name) else {
      throw .refused("Sec-WebSocket-Protocol", headers, "is not one of the subprotocols that were offered")
    }
    return name
  }

  private func coding(_ headers: HTTPHeaders) throws(WebSocketFailure) -> MessageCoding? {
    let extensions = headers.values(for: "Sec-WebSocket-Extensions").flatMap { HTTPQuoting.list($0) }
    guard let first = extensions.first else { return nil }
    let (name, parameters) = HTTPQuoting.item(first)
    guard extensions.count == 1, compresses, name == "permessage-deflate" else {
      throw .refused("Sec-WebSocket-Extensions", headers, "names an extension that was not offered")
    }
    return try MessageCoding(parameters: parameters)
  }
}

extension WebSocketFailure {
  fileprivate static func refused(
    _ field: HTTPHeaderName, _ headers: HTTPHeaders, _ words: String
  ) -> WebSocketFailure {
    let value = headers.values(for: field).joined(separator: ", ")
    let quoted = value.isEmpty ? "is missing or empty: it" : "is “\(value.prefix(80))”, which"
    return WebSocketFailure(
      .handshake, "the field \(field) of the 101 response \(quoted) \(words) (RFC 6455 §4.1)")
  }
}
