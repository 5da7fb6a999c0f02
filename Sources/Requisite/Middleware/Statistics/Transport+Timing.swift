extension Transport {
  /// Notes on the record of each call how long it spent from here on inwards, under a name of yours.
  ///
  /// ```swift
  /// CurlTransport.shared.timed("network").cached(in: store).timed("cache and below")
  /// ```
  /// The difference between two neighbours is the time of what stands between them.
  public func timed(_ name: String) -> some Transport {
    TimingTransport(upstream: self, name: name)
  }
}
