extension NetworkRequestError {
  /// Finds the place of an error of any type: the library's own stays what it is, a cancellation becomes
  /// ``cancelled(_:)``, a `URLError` ``urlSessionFailed(_:)``, and all else ``unknownError(_:)`` with the cause.
  public init(_ error: any Error, request: TransportRequest? = nil) {
    self =
      switch error {
      case let error as NetworkRequestError: error
      case is CancellationError: .cancelled(request)
      case let error as URLError where error.code == .cancelled: .cancelled(request)
      case let error as URLError: .urlSessionFailed(TransportFailure(error, request: request))
      default: .unknownError(UnknownFailure(error))
      }
  }
}
