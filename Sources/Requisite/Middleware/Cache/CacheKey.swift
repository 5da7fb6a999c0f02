extension CachedResponse {
  /// The key of a stored response (RFC 9111 §2): its URL and, if responses are kept apart by user, a partition.
  ///
  /// The method is always `GET`.
  public struct Key: Hashable, Sendable, Codable, PrintedByDescription {
    /// The URL, with scheme and host in lower case, without the scheme's default port and without a fragment.
    public let url: String
    /// The partition: empty, or a hash of what identifies the user.
    public let partition: String

    /// Creates the key of a URL; nil if it has no host, or if it contains a user name, whose effect on the response is
    /// unknown.
    public init?(_ url: URL, partition: String = "") {
      guard let text = Self.normalized(url.absoluteString) else { return nil }
      self.url = text
      self.partition = partition
    }

    /// Creates the key that stands for all partitions of a changed URL. Its user info is dropped.
    init?(changed url: URL) {
      guard let text = Self.normalized(url.absoluteString, droppingUserInfo: true) else { return nil }
      self.url = text
      partition = ""
    }

    /// The URL without its secrets, and the start of the partition, if any.
    public var description: String {
      let url = URL(string: url)?.printable ?? Redaction.standard.malformedURL(url)
      return partition.isEmpty ? url : "\(url) (\(partition.prefix(8)))"
    }

    /// Normalizes a URL by RFC 3986 §6.2.2.1 and §6.2.3. Returns nil if it has user info that is not dropped, or no host.
    private static func normalized(_ text: String, droppingUserInfo: Bool = false) -> String? {
      if isNormal(text) { return text }
      let parts = URLParts(text[...])
      guard !parts.host.isEmpty, parts.hasValidPort, droppingUserInfo || parts.userInfo == nil else {
        return nil
      }
      return Origin(parts).text + parts.requestTarget
    }

    /// True for nearly all URLs: those with a plain origin, a path and no fragment.
    private static func isNormal(_ text: String) -> Bool {
      guard let origin = Origin.plainText(in: text) else { return false }
      return origin.endIndex < text.endIndex && text.withBytes { !$0.contains(UInt8(ascii: "#")) }
    }
  }
}
