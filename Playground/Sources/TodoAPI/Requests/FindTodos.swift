import Requisite

/// Looks for todos: `GET /todos?userId=1&completed=false&_page=2&_limit=20`.
///
/// Its return type is not `Decodable`: `decode` makes the page of the body and a header field.
public struct FindTodos: Request {
  public typealias ReturnType = Page<Todo>

  /// Which todos.
  public var filter: TodoFilter
  /// The keys to sort by; the server's order if empty.
  public var order: [TodoOrder]
  /// The page, counted from 1; nil for all in one.
  public var page: Int?
  /// How many a page holds; the server's choice where nil.
  public var limit: Int?

  public let path = "/todos"

  public var queryParams: QueryParams {
    let window: QueryParams = ["_page": page, "_limit": limit]
    return QueryParams(items: filter.query.items + order.query.items + window.items)
  }

  /// Makes the request; by default it asks for every todo.
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
