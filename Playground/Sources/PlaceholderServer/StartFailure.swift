import FlyingSocks
import Foundation

/// Why a server does not listen.
public struct StartFailure: LocalizedError {
  /// The port that was asked for; 0 for any.
  public let port: UInt16
  /// What the system said.
  public let underlyingError: any Error

  public var errorDescription: String? {
    let reason =
      if case SocketError.failed(_, _, let message) = underlyingError { message } else {
        underlyingError.localizedDescription
      }
    return "no server can listen on port \(port): \(reason)"
  }
}
