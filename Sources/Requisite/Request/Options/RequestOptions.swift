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

  /// True if the options are equal as far as their values can be compared: values of types without `Equatable` count as
  /// equal. An `Equatable` option that only one side sets counts as different, even if it is set to its default.
  func agrees(with others: RequestOptions) -> Bool {
    if values.isEmpty && others.values.isEmpty { return true }
    return Set(values.keys).union(others.values.keys).allSatisfy { key in
      guard let value = values[key], let other = others.values[key] else {
        return !((values[key] ?? others.values[key]) is any Equatable)
      }
      return (value as? any Equatable)?.isEqual(to: other) ?? true
    }
  }

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
