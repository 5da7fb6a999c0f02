/// The key of an option in ``RequestOptions``: it declares the option's type and default.
public protocol RequestOptionKey: Sendable {
  /// The type of the option's value.
  associatedtype Value: Sendable
  /// The value of an option that was not set.
  static var defaultValue: Value { get }
  /// Returns true if a call with one of these values may have the response to an equal call with the other, where calls are
  /// shared (``Transport/duplicatesRemoved(ignoring:)``).
  ///
  /// By default, if the values are equal. A key whose values cannot be compared does not compile without this function:
  ///
  /// ```swift
  /// enum OnSendKey: RequestOptionKey {
  ///   static let defaultValue: (@Sendable () -> Void)? = nil
  ///   static func mayShareResponse(_ left: Value, _ right: Value) -> Bool {
  ///     left == nil && right == nil  // a call with a function sends a request of its own
  ///   }
  /// }
  /// ```
  static func mayShareResponse(_ left: Value, _ right: Value) -> Bool
}

extension RequestOptionKey where Value: Equatable {
  /// Returns true if the values are equal.
  public static func mayShareResponse(_ left: Value, _ right: Value) -> Bool { left == right }
}
