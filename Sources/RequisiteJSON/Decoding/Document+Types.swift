/// The types that the module decodes itself, without calling their `init(from:)`: scalars, the types that the settings
/// apply to (`Date`, `Data`), and Foundation's common values.
enum KnownType: UInt8 {
  case other, string, int, double, bool, date, data, url, decimal, collection

  /// Returns nil for collections and for types that decode themselves.
  init?(scalar type: ObjectIdentifier) {
    switch type {
    case ObjectIdentifier(String.self): self = .string
    case ObjectIdentifier(Int.self): self = .int
    case ObjectIdentifier(Double.self): self = .double
    case ObjectIdentifier(Bool.self): self = .bool
    case ObjectIdentifier(Date.self): self = .date
    case ObjectIdentifier(Data.self): self = .data
    case ObjectIdentifier(URL.self): self = .url
    case ObjectIdentifier(Decimal.self): self = .decimal
    default: return nil
    }
  }
}

extension Document {
  /// Decodes the value at a node. `type` may be a subclass of `T`.
  func decode<T: Decodable>(_ type: T.Type, at index: Int) throws -> T {
    let known = types.find(type)
    switch known.kind {
    case .other: return try inside { try type.init(from: ValueDecoder(document: self, node: index)) }
    case .string: return try cast(text(at: index))
    case .int: return try cast(integer(Int.self, at: index))
    case .double: return try cast(double(at: index))
    case .bool: return try cast(bool(at: index))
    case .date: return try cast(date(at: index))
    case .data: return try cast(data(at: index))
    case .url: return try cast(url(at: index))
    case .decimal: return try cast(decimal(at: index))
    case .collection: return try collection(known.collection, at: index)
    }
  }

  /// Decodes a value that may enter nodes within it.
  @inline(__always) func inside<T>(_ decode: () throws -> T) rethrows -> T {
    let outer = entered
    defer { entered = outer }
    return try decode()
  }

  @inline(__always) private func collection<T>(_ type: (any FastCollection.Type)?, at index: Int) throws -> T
  {
    guard let type else { throw mismatch(T.self, at: index) }
    func make<C: FastCollection>(_ type: C.Type) throws -> T { try cast(C.make(at: index, of: self)) }
    return try make(type)
  }

  /// Returns the value as `T`, which the caller has compared with the value's own type.
  @inline(__always) private func cast<Value, T>(_ value: Value) -> T { unsafeBitCast(value, to: T.self) }
}
