extension Transport {
  /// Sends each request as `change` leaves it: the layer below ``header(_:_:)``, ``authority(_:)``, ``traced(isSampled:spanID:)``
  /// and the other settings of a server.
  func changing(
    _ change: @escaping @Sendable (inout TransportRequest) throws(NetworkRequestError) -> Void
  ) -> RequestEditingTransport<Self> {
    RequestEditingTransport(upstream: self, change: change)
  }
}
