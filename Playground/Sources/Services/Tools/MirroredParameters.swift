import Foundation
import Requisite

/// The parameters of a tool that are sent in header fields too, as its schema says by `x-mcp-header`.
nonisolated struct MirroredParameters {
  private var fields: [(path: [String], name: String)] = []

  /// Nil if the schema has the member where the protocol does not allow it.
  init?(in schema: JSONValue) {
    guard collect(schema, at: []), Set(fields.map { $0.name.lowercased() }).count == fields.count else {
      return nil
    }
  }

  /// - Parameter path: The path of the property; nil where no parameter may be mirrored.
  private mutating func collect(_ schema: JSONValue, at path: [String]?) -> Bool {
    for element in schema.array ?? [] where !collect(element, at: nil) { return false }
    for (key, value) in schema.object ?? [:] {
      if key == "x-mcp-header" {
        let types: Set = ["integer", "string", "boolean"]
        guard let path, let name = value.string, types.contains(schema["type"]?.string ?? ""),
          name.wholeMatch(of: /[!#$%&'*+\-.^_`|~0-9A-Za-z]+/) != nil
        else { return false }
        fields.append((path, name))
      } else if key == "properties", let path {
        for (name, property) in value.object ?? [:] where !collect(property, at: path + [name]) {
          return false
        }
      } else if !collect(value, at: nil) {
        return false
      }
    }
    return true
  }

  func headers(of arguments: JSONValue) -> HTTPHeaders {
    var headers = HTTPHeaders()
    for (path, name) in fields {
      guard let value = path.reduce(arguments, { $0?[$1] }), !value.isNull else { continue }
      headers[HTTPHeaderName("Mcp-Param-\(name)")] = Self.text(value.string ?? value.description)
    }
    return headers
  }

  /// A text as a header field can have it: as it is, or in base64.
  static func text(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { (0x20..<0x7F).contains($0) } && !text.hasPrefix("=?base64?")
    if isPlain, !text.hasPrefix(" "), !text.hasSuffix(" ") { return text }
    return "=?base64?\(Data(text.utf8).base64EncodedString())?="
  }
}
