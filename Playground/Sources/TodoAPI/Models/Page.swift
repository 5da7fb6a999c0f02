import Requisite

/// A part of a list, with the length of the whole list.
public struct Page<Element: Sendable>: Sendable {
  /// The elements of this page.
  public let elements: [Element]
  /// The number of elements on all pages; nil if the server does not report it.
  public let total: Int?

  /// Makes a page.
  public init(_ elements: [Element], total: Int?) {
    self.elements = elements
    self.total = total
  }
}

extension Page where Element: Decodable {
  /// Reads a page from a response: the elements from the body, the total from `X-Total-Count`.
  init(_ response: NetworkResponse, using decoder: any ResponseDecoder) throws(NetworkRequestError) {
    self.init(try response.decoded(using: decoder), total: response.headers[.xTotalCount].flatMap { Int($0) })
  }
}
