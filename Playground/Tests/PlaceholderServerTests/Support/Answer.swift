import Foundation

@testable import PlaceholderServer

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What came back.
struct Answer {
  let response: HTTPURLResponse
  let data: Data

  var status: Int { response.statusCode }
  var text: String { String(decoding: data, as: UTF8.self) }

  var json: JSON {
    get throws { try JSON(parsing: data) }
  }

  /// The records of a list; none where it is not one.
  var records: [Record] {
    get throws {
      guard case .array(let elements) = try json else { return [] }
      return elements.compactMap { if case .object(let record) = $0 { record } else { nil } }
    }
  }

  var ids: [String] {
    get throws { try records.compactMap(\.id) }
  }

  func header(_ name: String) -> String? {
    response.value(forHTTPHeaderField: name)
  }
}
