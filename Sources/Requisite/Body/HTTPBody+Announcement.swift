extension HTTPBody {
  /// Puts the body's `Content-Type` among the fields of the client.
  ///
  /// One that the client has for all of its requests stays only where it is another name for the same, as
  /// `application/vnd.api+json` for JSON: what a body is, only the request knows. Without a body none is announced;
  /// there are servers that then insist on a body.
  func announce(in fields: inout HTTPHeaders) {
    let present = fields.isEmpty ? nil : fields[.contentType]
    if isNone {
      if present != nil { fields.remove(.contentType) }
    } else if let contentType, present != contentType {
      if let present, Self.isSame(present, as: contentType) { return }
      fields.set(HTTPHeader(.contentType, contentType))
    }
  }

  /// Refuses fields of the request that announce something else than what the body was encoded as.
  ///
  /// Bytes that came as such are what the request says they are.
  func checkAnnouncement(in fields: HTTPHeaders) throws(NetworkRequestError) {
    guard isEncoded, !fields.isEmpty, let contentType, let announced = fields[.contentType],
      announced != contentType, !Self.isSame(announced, as: contentType)
    else { return }
    let problem =
      "the header “Content-Type: \(announced)” announces another type than the body is encoded as, "
      + "“\(contentType)”: declare it as the contentType"
    throw .invalidRequest(InvalidRequest(.header, problem))
  }

  private static func isSame(_ announced: String, as contentType: String) -> Bool {
    guard let announced = MediaType(announced), let encoded = MediaType(contentType) else { return false }
    guard encoded[parameter: "boundary"] == announced[parameter: "boundary"] else { return false }
    return encoded.matches(announced) || announced.matches(encoded)
  }
}
