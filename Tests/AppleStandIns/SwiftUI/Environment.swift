/// A value that the views of a hierarchy share.
public protocol EnvironmentKey {
  /// The type of the value.
  associatedtype Value
  /// What holds where none was set.
  static var defaultValue: Value { get }
}

/// The values that the views of a hierarchy share.
public struct EnvironmentValues {
  private var values: [ObjectIdentifier: Any] = [:]

  /// Makes values none of which was set.
  public init() {}

  /// The value of that key.
  public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
    get { values[ObjectIdentifier(key)] as? Key.Value ?? Key.defaultValue }
    set { values[ObjectIdentifier(key)] = newValue }
  }
}

/// Reads a value of the environment. There is no hierarchy here, so it is always the default.
@propertyWrapper public struct Environment<Value> {
  /// The value.
  public let wrappedValue: Value

  /// Reads the value at that key path.
  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {
    wrappedValue = EnvironmentValues()[keyPath: keyPath]
  }
}
