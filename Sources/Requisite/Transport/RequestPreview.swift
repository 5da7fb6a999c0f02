/// The place where a terminal transport puts a request that is to be shown and not sent.
final class RequestPreview: Sendable, Equatable {
  private let shown = Locked<TransportRequest?>(nil)

  /// The request, with everything that the layers added; nil if none reached the terminal transport.
  var request: TransportRequest? { shown.withLock { $0 } }

  /// Takes the request in place of sending it.
  func take(_ request: TransportRequest) -> NetworkRequestError {
    shown.withLock { $0 = request }
    return .cancelled(request)
  }

  /// True for one and the same, so that no layer shares the response of a call with that of a preview.
  static func == (left: RequestPreview, right: RequestPreview) -> Bool { left === right }
}

extension RequestOptions {
  /// The place for the request, if it is to be shown and not sent; nil by default.
  var preview: RequestPreview? {
    get { self[PreviewKey.self] }
    set { self[PreviewKey.self] = newValue }
  }
}

private enum PreviewKey: RequestOptionKey { static let defaultValue: RequestPreview? = nil }
