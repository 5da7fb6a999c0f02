import Foundation
import Requisite

extension JSON {
  /// Reads a JSON text. Of repeated members, the first one counts.
  ///
  /// - Throws: `DecodingError` with the fault and its byte offset.
  init(parsing text: Data) throws {
    self.init(try JSONValue(json: text))
  }

  private init(_ value: JSONValue) {
    switch value {
    case .null: self = .null
    case .bool(let flag): self = .bool(flag)
    case .number(let number): self = .number(number.text)
    case .string(let text): self = .string(text)
    case .array(let elements): self = .array(elements.map { JSON($0) })
    case .object(let members):
      var record = Record()
      for (key, value) in members { record[key] = JSON(value) }
      self = .object(record)
    }
  }
}
