/// Reads dates, data and URLs in the forms that the settings choose.
extension Document {
  func date(at index: Int) throws -> Date {
    guard !isNull(index) else { throw nullOrMismatch(Date.self, at: index) }
    switch coding.dates {
    case .deferredToDate: return Date(timeIntervalSinceReferenceDate: try double(at: index))
    case .secondsSince1970: return Date(timeIntervalSince1970: try double(at: index))
    case .millisecondsSince1970: return Date(timeIntervalSince1970: try double(at: index) / 1000)
    case .iso8601: return try iso8601(at: index)
    case .custom(let decode, _): return try decode(ValueDecoder(document: self, node: index))
    }
  }

  private func iso8601(at index: Int) throws -> Date {
    let string = try text(at: index)
    if let date = ISO8601Text.date(text(of: index)) { return date }
    guard let date = try? Date.ISO8601FormatStyle().parse(string) else {
      // Foundation's path is that of the value around the date. The description has the date's own.
      let place = path(to: index).map(\.stringValue).joined(separator: ".")
      let found = place.isEmpty ? "“\(string)”" : "“\(string)” in “\(place)”"
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
