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

/// Reads dates, data and URLs in the forms that the settings choose.
extension Document {
  func date(at index: Int) throws -> Date {
    guard !isNull(index) else { throw nullOrMismatch(Date.self, at: index) }
    switch coding.dates {
    case .deferredToDate: return Date(timeIntervalSinceReferenceDate: try time(at: index))
    case .secondsSince1970: return Date(timeIntervalSince1970: try time(at: index))
    case .millisecondsSince1970: return Date(timeIntervalSince1970: try time(at: index) / 1000)
    case .iso8601: return try iso8601(at: index)
    case .custom(let decode, _): return try decode(ValueDecoder(document: self, node: index))
    }
  }

  private func time(at index: Int) throws -> Double {
    do { return try double(at: index) } catch DecodingError.typeMismatch where isString(index) {
      throw DecodingError.typeMismatch(
        Double.self,
        context(at: index, "Expected a date as a number but found a string; `dates: .iso8601` reads text."))
    }
  }

  private func iso8601(at index: Int) throws -> Date {
    let string = try text(at: index)
    if let date = ISO8601Text.date(text(of: index)) { return date }
    guard let date = try? Date.ISO8601FormatStyle().parse(string) else {
      // Foundation's path is that of the value around the date. The description has the date's own.
      let location = path(to: index).map(\.stringValue).joined(separator: ".")
      let found = location.isEmpty ? "“\(string)”" : "“\(string)” in “\(location)”"
      throw DecodingError.dataCorrupted(
        context(at: entered, "Expected an ISO 8601 date, but found \(found)."))
    }
    return date
  }

  func data(at index: Int) throws -> Data {
    guard !isNull(index) else { throw nullOrMismatch(Data.self, at: index) }
    switch coding.data {
    case .deferredToData: return try Data(from: ValueDecoder(document: self, node: index))
    case .custom(let decode, _): return try decode(ValueDecoder(document: self, node: index))
    case .base64:
      guard let data = Data(base64Encoded: try text(at: index)) else {
        throw DecodingError.dataCorrupted(context(at: index, "The string is not valid base64."))
      }
      return data
    }
  }

  func url(at index: Int) throws -> URL {
    guard !isNull(index) else { throw nullOrMismatch(URL.self, at: index) }
    guard let url = URL(string: try text(at: index)) else {
      throw DecodingError.dataCorrupted(context(at: index, "The string is not a URL."))
    }
    return url
  }
}

/// The most common form of date, `2026-03-01T12:00:00Z`, read without Foundation's formatter.
private enum ISO8601Text {
  /// Parses a date in this form. Returns nil for any other form, and for days that do not exist, such as 30 February.
  static func date(_ text: UnsafeBufferPointer<UInt8>) -> Date? {
    guard text.count == 20, text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"),
      text[10] == UInt8(ascii: "T"),
      text[13] == UInt8(ascii: ":"), text[16] == UInt8(ascii: ":"), text[19] == UInt8(ascii: "Z"),
      let century = pair(text, 0), let yearOfCentury = pair(text, 2), let month = pair(text, 5),
      let day = pair(text, 8), let hour = pair(text, 11), let minute = pair(text, 14),
      let second = pair(text, 17)
    else { return nil }
    let year = century * 100 + yearOfCentury
    guard year >= 1600, hour < 24, minute < 60, second < 60 else { return nil }
    return CivilDay(year: year, month: month, day: day).map {
      Date(timeIntervalSince1970: Double($0.seconds(at: hour * 3_600 + minute * 60 + second)))
    }
  }

  private static func pair(_ text: UnsafeBufferPointer<UInt8>, _ position: Int) -> Int? {
    let tens = text[position] &- UInt8(ascii: "0")
    let ones = text[position + 1] &- UInt8(ascii: "0")
    return tens < 10 && ones < 10 ? Int(tens) * 10 + Int(ones) : nil
  }
}
