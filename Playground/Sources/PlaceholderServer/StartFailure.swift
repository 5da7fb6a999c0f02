import FlyingSocks
import Foundation

/// The error for a server that cannot listen.
public struct StartFailure: LocalizedError {
  /// The requested port; 0 for any free one.
  public let port: UInt16
  /// The error of the system.
  public let underlyingError: any Error

  public var errorDescription: String? {
    let reason =
      if case SocketError.failed(_, _, let message) = underlyingError { message } else {
        underlyingError.localizedDescription
      }
    return "no server can listen on port \(port): \(reason)"
  }
}
