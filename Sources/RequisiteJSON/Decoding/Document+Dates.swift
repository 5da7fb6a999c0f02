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
