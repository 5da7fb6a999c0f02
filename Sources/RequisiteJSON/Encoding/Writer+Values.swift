/// Writes values of all kinds at the writer's place.
extension Writer {
  /// Writes a value in a frame of its own, as an element or a member.
  func writeValue<T: Encodable>(_ value: T, at key: @autoclosure () -> any CodingKey) throws {
    let known = session.types.find(T.self)
    switch known.kind {
    case .string: return write(cast(value, String.self))
    case .int: return output.append(integer: cast(value, Int.self))
    case .bool: return write(cast(value, Bool.self))
    case .double: return try write(cast(value, Double.self), at: key())
    default: break
    }
    enter(key())
    let frame = push()
    try write(value, in: frame, known)
    pop()
    leave()
  }

  /// Writes a value as the value of the frame.
  func write<T: Encodable>(_ value: T, in frame: Int) throws {
    try write(value, in: frame, session.types.find(T.self))
  }

  private func write<T: Encodable>(
    _ value: T, in frame: Int, _ known: RecentTypes<any WritableCollection.Type>.Entry
  ) throws {
    switch known.kind {
    case .other: try value.encode(to: ValueEncoder(writer: self, frame: frame))
    case .collection: try writeCollection(value, in: frame, known.collection)
    case .date: try write(cast(value, Date.self), in: frame)
    case .data: try write(cast(value, Data.self), in: frame)
    case .string: try scalar(in: frame) { write(cast(value, String.self)) }
    case .int: try scalar(in: frame) { output.append(integer: cast(value, Int.self)) }
    case .bool: try scalar(in: frame) { write(cast(value, Bool.self)) }
    case .double: try scalar(in: frame) { try write(cast(value, Double.self), at: nil) }
    case .url: try scalar(in: frame) { write(cast(value, URL.self).absoluteString) }
    case .decimal: try scalar(in: frame) { try write(cast(value, Decimal.self)) }
    }
  }

  @inline(__always) private func cast<T, Value>(_ value: T, _ type: Value.Type) -> Value {
    unsafeBitCast(value, to: type)
  }

  private func writeCollection<T>(_ value: T, in frame: Int, _ type: (any WritableCollection.Type)?) throws {
    func write<C: WritableCollection>(_ type: C.Type) throws {
      try cast(value, type).write(to: self, in: frame)
    }
    if let type { try write(type) }
  }

  /// Writes a scalar as the value of a frame.
  @inline(__always) func scalar(in frame: Int, _ body: () throws -> Void) throws {
    guard isOpen(frame), frames[top].state == .empty else {
      throw EncodingError.invalidValue(
        frames.count,
        EncodingError.Context(
          codingPath: Array(path), debugDescription: "A second value was encoded where one is expected."))
    }
    try body()
    setScalar()
  }

  /// Writes `{}` as the value of a frame in which nothing was encoded.
  func writeEmptyIfNothing(in frame: Int) throws {
    if isEmpty(frame) { try scalar(in: frame) { output.append("{}") } }
  }

  // MARK: Scalars

  @inline(__always) func write(_ value: String) {
    output.append(quoted: value, escapingSlashes: session.escapesSlashes)
  }

  @inline(__always) func write(_ value: Bool) {
    if value { output.append("true") } else { output.append("false") }
  }

  /// Writes a number. Infinity and NaN are written as the settings say, or throw an error with the path and the key.
  @inline(__always)
  func write<F: BinaryFloatingPoint & TextOutputStreamable>(
    _ value: F, at key: @autoclosure () -> (any CodingKey)?
  ) throws {
    guard value.isFinite else { return try writeNonConforming(value, at: key()) }
    output.append(number: value)
  }

  @inline(never) private func writeNonConforming(_ value: some BinaryFloatingPoint, at key: (any CodingKey)?)
    throws
  {
    guard case .strings(let infinity, let minusInfinity, let nan) = session.coding.nonConformingFloats else {
      throw nonConforming("number \(value): set `nonConformingFloats`", value, at: key)
    }
    write(value.isNaN ? nan : value > 0 ? infinity : minusInfinity)
  }

  private func nonConforming(_ name: String, _ value: Any, at key: (any CodingKey)?) -> EncodingError {
    .invalidValue(
      value,
      EncodingError.Context(
        codingPath: path(adding: key), debugDescription: "JSON cannot represent the \(name)."))
  }

  private func write(_ value: Decimal) throws {
    guard value.isFinite else {
      throw nonConforming("number \(value)", value, at: nil)
    }
    output.append(ascii: value.description)
  }

  private func write(_ value: Date, in frame: Int) throws {
    switch session.coding.dates {
    case .deferredToDate: try scalar(in: frame) { try write(value.timeIntervalSinceReferenceDate, at: nil) }
    case .secondsSince1970: try write(seconds: value.timeIntervalSince1970, in: frame)
    case .millisecondsSince1970: try write(seconds: value.timeIntervalSince1970 * 1000, in: frame)
    case .iso8601: try scalar(in: frame) { write(value.formatted(.iso8601)) }
    case .custom(_, let encode):
      try encode(value, ValueEncoder(writer: self, frame: frame))
      try writeEmptyIfNothing(in: frame)
    }
  }

  /// Writes a time. Infinity and NaN are errors, whatever the settings say of numbers, as in Foundation.
  private func write(seconds value: Double, in frame: Int) throws {
    guard value.isFinite else { throw nonConforming("time \(value)", value, at: nil) }
    try scalar(in: frame) { output.append(number: value) }
  }

  private func write(_ value: Data, in frame: Int) throws {
    switch session.coding.data {
    case .base64: try scalar(in: frame) { write(value.base64EncodedString()) }
    case .deferredToData: try value.encode(to: ValueEncoder(writer: self, frame: frame))
    case .custom(_, let encode):
      try encode(value, ValueEncoder(writer: self, frame: frame))
      try writeEmptyIfNothing(in: frame)
    }
  }
}
