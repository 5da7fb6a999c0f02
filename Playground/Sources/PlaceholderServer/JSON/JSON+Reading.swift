import Foundation
import Requisite

extension JSON {
  /// Reads a JSON text. Of repeated members, the last one counts.
  ///
  /// - Throws: `DecodingError` with the fault and its byte offset.
  init(parsing text: Data) throws {
    try self.init(JSONElement(text))
  }

  private init(_ element: JSONElement) throws {
    switch try element.content() {
    case .null: self = .null
    case .bool(let flag): self = .bool(flag)
    case .number(let digits): self = .number(digits)
    case .string(let text): self = .string(text)
    case .array(let elements): self = .array(try elements.map { try JSON($0) })
    case .object(let members):
      var record = Record()
      for (key, value) in members { record[key] = try JSON(value) }
      self = .object(record)
    }
  }
}
