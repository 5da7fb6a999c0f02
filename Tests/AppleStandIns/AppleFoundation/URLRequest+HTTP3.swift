extension URLRequest {
  /// Who has chosen the URL.
  public enum Attribution: UInt, Sendable { case developer, user }

  /// Kept as a header field, as below.
  public var attribution: Attribution {
    get { value(forHTTPHeaderField: "Stand-In-Attribution") == nil ? .developer : .user }
    set { setValue(newValue == .user ? "1" : nil, forHTTPHeaderField: "Stand-In-Attribution") }
  }

  /// Kept as a header field, since Foundation's `URLRequest` on Linux has no such property.
  @available(macOS 11.3, iOS 14.5, tvOS 14.5, watchOS 7.4, *)
  public var assumesHTTP3Capable: Bool {
    get { value(forHTTPHeaderField: "Stand-In-HTTP3") != nil }
    set { setValue(newValue ? "1" : nil, forHTTPHeaderField: "Stand-In-HTTP3") }
  }
}
