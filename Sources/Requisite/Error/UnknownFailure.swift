/// An error that is none of the library's, as one from a decorator or a credential store of your own.
public struct UnknownFailure: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
  /// The error itself.
  public let underlyingError: any Error

  /// Wraps an error.
  public init(_ underlyingError: any Error) {
    self.underlyingError = underlyingError
  }

  /// Whether both wrap an error of one type that says the same.
  public static func == (left: UnknownFailure, right: UnknownFailure) -> Bool {
    ErrorIdentity(left.underlyingError) == ErrorIdentity(right.underlyingError)
  }

  /// What the error says.
  public var description: String { ErrorIdentity.message(of: underlyingError) }

  /// The error's type and what it says, for what it holds is unknown.
  public var customMirror: Mirror {
    Mirror(self, children: ["type": type(of: underlyingError), "words": description])
  }
}
