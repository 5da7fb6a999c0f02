/// The options of a call, which guide the library and are never sent: time limits, accepted statuses, and options that
/// decorators define.
///
/// ```swift
/// let options = RequestOptions(timeout: .seconds(5), deadline: .seconds(20))
/// ```
/// The options of a request override those of its client one by one. A decorator defines an option as SwiftUI defines an
/// environment value:
///
/// ```swift
/// enum TenantKey: RequestOptionKey { static let defaultValue = "public" }
/// extension RequestOptions {
///   var tenant: String {
///     get { self[TenantKey.self] }
///     set { self[TenantKey.self] = newValue }
///   }
/// }
/// ```
public struct RequestOptions: Sendable {
  private var values: [ObjectIdentifier: any Sendable] = [:]

  /// Creates options without values, so that the client's options or the defaults apply.
  public init() {}

  /// True if no option was set, not even to its default.
  var isEmpty: Bool { values.isEmpty }

  /// The value of an option; ``RequestOptionKey/defaultValue`` if it was not set.
  public subscript<Key: RequestOptionKey>(key: Key.Type) -> Key.Value {
    get {
      guard !values.isEmpty, let value = values[ObjectIdentifier(key)] as? Key.Value else {
        return Key.defaultValue
      }
      return value
    }
    set { values[ObjectIdentifier(key)] = newValue }
  }

  /// True if the option was set, also to its default.
  func isSet<Key: RequestOptionKey>(_ key: Key.Type) -> Bool { values[ObjectIdentifier(key)] != nil }

  /// A copy with every option that `others` sets; options that only this value sets stay.
  public func merging(_ others: RequestOptions) -> RequestOptions {
    if others.values.isEmpty { return self }
    if values.isEmpty { return others }
    var result = self
    result.values.merge(others.values) { _, other in other }
    return result
  }

  /// True if two calls with these options may share a response: all values are equal, except for those that say nothing about
  /// the response. A value that cannot be compared, such as a closure that waits for the progress of its own call, equals no
  /// other, and an option that only one side sets is different, even if it is set to its default.
  func agrees(with others: RequestOptions) -> Bool {
    if values.isEmpty && others.values.isEmpty { return true }
    return Set(values.keys).union(others.values.keys).allSatisfy { key in
      Self.agree(values[key], others.values[key])
    }
  }

  private static func agree(_ left: (any Sendable)?, _ right: (any Sendable)?) -> Bool {
    if let value = left ?? right, saysNothing(value) { return true }
    guard let left, let right else { return false }
    if let left = left as? any Equatable { return left.isEqual(to: right) }
    return isNil(left) && isNil(right)
  }

  /// True for the encoders that the request was built with, and for deadlines, of which each call keeps its own.
  private static func saysNothing(_ value: any Sendable) -> Bool {
    value is QueryEncoder || value is any BodyEncoder || value is CallDeadline
  }

  private static func isNil(_ value: any Sendable) -> Bool { (value as? any NilTesting)?.isNil ?? false }

  /// A copy with one option changed, as in `options.with(\.timeout, .seconds(5))`.
  public func with<Value>(_ option: WritableKeyPath<RequestOptions, Value>, _ value: Value) -> RequestOptions
  {
    var result = self
    result[keyPath: option] = value
    return result
  }
}

extension Equatable {
  fileprivate func isEqual(to other: any Sendable) -> Bool {
    (other as? Self).map { $0 == self } ?? false
  }
}

/// The key of an option in ``RequestOptions``: it declares the option's type and default.
public protocol RequestOptionKey: Sendable {
  /// The type of the option's value.
  associatedtype Value: Sendable
  /// The value of an option that was not set.
  static var defaultValue: Value { get }
}
