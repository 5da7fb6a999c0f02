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

/// Reads a value of the environment that its view stands in.
@propertyWrapper public struct Environment<Value> {
  private final class Storage {
    var values = EnvironmentValues()
  }

  private let keyPath: KeyPath<EnvironmentValues, Value>
  private let storage = Storage()

  /// Reads the value at that key path.
  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {
    self.keyPath = keyPath
  }

  /// The value that was set nearest above the view; the default before the view was shown.
  public var wrappedValue: Value { storage.values[keyPath: keyPath] }
}

/// A property that gets the environment before the body of its view is made.
protocol EnvironmentReader {
  func read(_ values: EnvironmentValues)
}

extension Environment: EnvironmentReader {
  func read(_ values: EnvironmentValues) { storage.values = values }
}
