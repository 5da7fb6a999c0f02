import Requisite

/// A part of a list, together with the length of the whole.
public struct Page<Element: Sendable>: Sendable {
  /// The elements of this page.
  public let elements: [Element]
  /// How many there are on all pages; nil where the server does not say.
  public let total: Int?

  /// Makes a page.
  public init(_ elements: [Element], total: Int?) {
    self.elements = elements
    self.total = total
  }
}

extension Page where Element: Decodable {
  /// Reads a page of a response: the elements from the body, the total from `X-Total-Count`.
  init(_ response: NetworkResponse, using decoder: any ResponseDecoder) throws(NetworkRequestError) {
    self.init(try response.decoded(using: decoder), total: response.headers[.xTotalCount].flatMap { Int($0) })
  }
}
