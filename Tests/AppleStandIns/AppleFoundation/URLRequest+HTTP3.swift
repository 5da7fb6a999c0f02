extension URLRequest {
  /// Kept as a header field, since Foundation's `URLRequest` on Linux has no such property.
  @available(macOS 11.3, iOS 14.5, tvOS 14.5, watchOS 7.4, *)
  public var assumesHTTP3Capable: Bool {
    get { value(forHTTPHeaderField: "Stand-In-HTTP3") != nil }
    set { setValue(newValue ? "1" : nil, forHTTPHeaderField: "Stand-In-HTTP3") }
  }
}
