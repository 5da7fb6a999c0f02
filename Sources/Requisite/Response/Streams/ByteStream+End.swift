extension ByteStream {
  /// What is known of a streamed response only when its body has ended.
  public struct End: Sendable, Hashable {
    /// The fields behind the body (RFC 9110 §6.5), where the transport knows of such.
    public var trailers: HTTPHeaders
    /// How long the phases of the exchange took, up to the last byte, and how much came and went; nil where the
    /// transport does not measure them.
    public var timings: TransferTimings?

    /// Makes the end of a body that nothing is known of unless it is said.
    public init(trailers: HTTPHeaders = HTTPHeaders(), timings: TransferTimings? = nil) {
      self.trailers = trailers
      self.timings = timings
    }
  }
}
