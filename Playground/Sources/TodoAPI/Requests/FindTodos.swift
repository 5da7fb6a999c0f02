import Requisite

/// Finds todos: `GET /todos?userId=1&completed=false&_page=2&_limit=20`.
///
/// The return type is not `Decodable`: `decode` makes a page from the body and a header field.
public struct FindTodos: Request {
  public typealias ReturnType = Page<Todo>

  /// The conditions that the todos meet.
  public var filter: TodoFilter
  /// The keys to sort by; the server's order if empty.
  public var order: [TodoOrder]
  /// The page, counted from 1; nil for all todos at once.
  public var page: Int?
  /// The number of todos per page; nil for the server's default.
  public var limit: Int?

  public let path = "/todos"

  public var queryParams: QueryParams {
    let window: QueryParams = ["_page": page, "_limit": limit]
    return QueryParams(items: filter.query.items + order.query.items + window.items)
  }

  /// Makes the request, which finds every todo by default.
  public init(
    _ filter: TodoFilter = TodoFilter(), sortedBy order: [TodoOrder] = [], page: Int? = nil, limit: Int? = nil
  ) {
    self.filter = filter
    self.order = order
    self.page = page
    self.limit = limit
  }

  public func decode(
    _ response: NetworkResponse, using decoder: any ResponseDecoder
  ) throws(NetworkRequestError) -> Page<Todo> {
    try Page(response, using: decoder)
  }
}
