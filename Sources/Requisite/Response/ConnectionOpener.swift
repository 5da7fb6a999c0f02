extension ResponseForm {
  /// The kind of a connection that outlives its response, as a part of a return type's form.
  ///
  /// Only modules of this package have such types: `WebSocket` of RequisiteWebSocket.
  public struct Connection: Sendable, Hashable {
    private let opening: any ConnectionOpening.Type

    package init(_ opening: any ConnectionOpening.Type) { self.opening = opening }

    /// Returns the opener of one request.
    func opener() -> TransportRequest.Delivery.Opener { TransportRequest.Delivery.Opener(opening.init()) }

    /// True if both open the same kind of connection.
    public static func == (left: Self, right: Self) -> Bool { left.opening == right.opening }

    /// Hashes the kind.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(opening)) }
  }
}

extension TransportRequest.Delivery {
  /// Opens a connection that outlives its response, in place of an exchange: one opener for each request.
  public struct Opener: Sendable, Hashable {
    package let work: any ConnectionOpening

    fileprivate init(_ work: any ConnectionOpening) { self.work = work }

    /// True if both are the opener of one call.
    public static func == (left: Self, right: Self) -> Bool { left.work === right.work }

    /// Hashes the identity of the opener.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(work)) }
  }

  /// Closes the connection of a call that failed after it was opened. Its error keeps the request, and so the opener.
  func abandon() {
    if case .opened(let opener) = self { opener.work.abandon() }
  }
}

/// The work of a ``TransportRequest/Delivery/Opener``, which also keeps the connection until the return type takes it.
package protocol ConnectionOpening: AnyObject, Sendable {
  init()

  /// Changes a request that was just built: the statuses that it accepts, and what it offers.
  func prepare(_ request: inout TransportRequest, with coders: BodyCoders) throws(NetworkRequestError)

  /// Opens a connection for one hop of a call, and returns the response. A response that opens nothing, such as a
  /// redirect or an error, has its body in memory.
  ///
  /// - Parameter terminal: The terminal transport that would otherwise make the exchange.
  /// - Throws: ``NetworkRequestError/invalidRequest(_:)`` if the terminal cannot open such a connection.
  func open(
    _ request: TransportRequest, on terminal: any Sendable
  ) async throws(NetworkRequestError) -> TransportResponse

  /// Closes a connection that was opened and that no return type has taken.
  func abandon()
}
