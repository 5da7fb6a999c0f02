/// Everything that a call can be told beyond what is sent: time limits, statuses to accept, and whatever a decorator
/// defines.
///
/// ```swift
/// let options = RequestOptions(timeout: .seconds(5), deadline: .seconds(20))
/// ```
/// The options of a request win over those of its client, one by one. A decorator adds an option of its own the way
/// SwiftUI adds an environment value:
///
/// ```swift
/// enum PriorityKey: RequestOptionKey { static let defaultValue = 0 }
/// extension RequestOptions {
///   var priority: Int {
///     get { self[PriorityKey.self] }
///     set { self[PriorityKey.self] = newValue }
///   }
/// }
/// ```
public struct RequestOptions: Sendable {
  private var values: [ObjectIdentifier: any Sendable] = [:]

  /// Makes options that say nothing: the defaults hold.
  public init() {}

  /// Whether nothing was said.
  var isEmpty: Bool { values.isEmpty }

  /// The value of an option; its default where nothing was said.
  public subscript<Key: RequestOptionKey>(key: Key.Type) -> Key.Value {
    get {
      guard !values.isEmpty, let value = values[ObjectIdentifier(key)] as? Key.Value else {
        return Key.defaultValue
      }
      return value
    }
    set { values[ObjectIdentifier(key)] = newValue }
  }

  /// These options, with what `others` say in place of the same.
  public func merging(_ others: RequestOptions) -> RequestOptions {
    if others.values.isEmpty { return self }
    if values.isEmpty { return others }
    var result = self
    result.values.merge(others.values) { _, other in other }
    return result
  }

  /// Whether both say the same, as far as their values can be compared: those of types that are not `Equatable` are
  /// taken for the same.
  func agrees(with others: RequestOptions) -> Bool {
    if values.isEmpty && others.values.isEmpty { return true }
    return Set(values.keys).union(others.values.keys).allSatisfy { key in
      guard let value = values[key], let other = others.values[key] else {
        return !((values[key] ?? others.values[key]) is any Equatable)
      }
      return (value as? any Equatable)?.isEqual(to: other) ?? true
    }
  }

  /// These options with one of them changed, as in `options.with(\.timeout, .seconds(5))`.
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

/// An option of ``RequestOptions``: its type, and what holds where nothing is said.
public protocol RequestOptionKey {
  /// The type of the option.
  associatedtype Value: Sendable
  /// What holds where nothing is said.
  static var defaultValue: Value { get }
}
