extension APIClient {
  /// Returns the items of all pages of a list, one by one.
  ///
  /// Each page is requested when the items before it have been read.
  ///
  /// ```swift
  /// for try await todo in client.items(of: FindTodos()) { print(todo.title) }
  /// ```
  /// No further page is requested after you stop reading. See ``pages(of:following:)`` for the links that are followed.
  ///
  /// - Parameters:
  ///   - request: The request for the first page, which returns a sequence of items.
  ///   - relation: The relation of the link to the next page; `next` by default.
  public func items<R: Request>(
    of request: R, following relation: String = "next"
  ) -> PageItems<R, R.ReturnType> where R.ReturnType: Sequence {
    PageItems(pages: pages(of: request, following: relation)) { $0 }
  }

  /// Returns the items of all pages of a list whose pages contain more than their items, as in
  /// `client.items(of: Search(), in: \.results)`.
  ///
  /// - Parameters:
  ///   - request: The request for the first page.
  ///   - items: A function that returns the items of a page.
  ///   - relation: The relation of the link to the next page; `next` by default.
  public func items<R: Request, Items: Sequence>(
    of request: R, in items: @escaping @Sendable (R.ReturnType) -> Items, following relation: String = "next"
  ) -> PageItems<R, Items> {
    PageItems(pages: pages(of: request, following: relation), items: items)
  }

  /// Returns the items of all pages of a list whose next request a function makes, as in
  /// `client.items(of: Search(), in: \.results) { page in page.value.cursor.map { Search(cursor: $0) } }`.
  ///
  /// - Parameters:
  ///   - request: The request for the first page.
  ///   - items: A function that returns the items of a page.
  ///   - next: A function that gets a page and returns the request for the next one, as for ``pages(of:next:)``.
  public func items<R: Request, Items: Sequence>(
    of request: R, in items: @escaping @Sendable (R.ReturnType) -> Items,
    next: @escaping @Sendable (Response<R.ReturnType>) -> R?
  ) -> PageItems<R, Items> {
    PageItems(pages: pages(of: request, next: next), items: items)
  }
}

/// The items of the pages of a list, in order, whose pages each pass requests again.
public struct PageItems<Item: Request, Items: Sequence>: AsyncSequence, Sendable {
  /// An item of a page, such as an element of its array.
  public typealias Element = Items.Element

  let pages: Pages<Item>
  let items: @Sendable (Item.ReturnType) -> Items

  /// Starts a pass at the first item of the first page.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(pages: pages.makeAsyncIterator(), items: items)
  }

  /// One pass over the items, with its own requests, which an actor can keep to load item after item.
  public final class AsyncIterator: AsyncIteratorProtocol {
    private let pages: Pages<Item>.AsyncIterator
    private let items: @Sendable (Item.ReturnType) -> Items
    private var page: Items.Iterator?

    fileprivate init(
      pages: Pages<Item>.AsyncIterator, items: @escaping @Sendable (Item.ReturnType) -> Items
    ) {
      (self.pages, self.items) = (pages, items)
    }

    /// Returns the next item; nil after the last item of the last page.
    ///
    /// - Throws: What ``Pages/AsyncIterator/next()`` throws. An error ends the items.
    @_disfavoredOverload
    public func next() async throws(NetworkRequestError) -> Element? {
      try await next(isolation: nil)
    }

    /// Returns the next item to the actor of the reader; nil after the last item of the last page.
    ///
    /// - Throws: What ``next()`` throws.
    public func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(NetworkRequestError) -> Element? {
      while true {
        if let item = page?.next() { return item }
        guard let next = try await pages.next() else {
          page = nil
          return nil
        }
        page = items(next.value).makeIterator()
      }
    }
  }
}
