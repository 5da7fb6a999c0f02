extension APIClient {
  /// The items of all pages of a list, one by one: each page is asked for when the items before it have been read.
  ///
  /// ```swift
  /// for try await todo in client.items(of: FindTodos()) { print(todo.title) }
  /// ```
  /// Stop reading and no further page is asked for. See ``pages(of:following:)`` for which links are followed.
  ///
  /// - Parameters:
  ///   - request: The first page, which returns a sequence of items.
  ///   - relation: The relation of the link to the next page; `next` by default.
  public func items<R: Request>(
    of request: R, following relation: String = "next"
  ) -> PageItems<R, R.ReturnType> where R.ReturnType: Sequence {
    PageItems(pages: pages(of: request, following: relation)) { $0 }
  }

  /// The items of all pages of a list, where a page is more than its items, as in `client.items(of: Search(), in: \.results)`.
  ///
  /// - Parameters:
  ///   - request: The first page.
  ///   - items: The items of a page.
  ///   - relation: The relation of the link to the next page; `next` by default.
  public func items<R: Request, Items: Sequence>(
    of request: R, in items: @escaping @Sendable (R.ReturnType) -> Items, following relation: String = "next"
  ) -> PageItems<R, Items> {
    PageItems(pages: pages(of: request, following: relation), items: items)
  }
}

/// The items of the pages of a list, in their order. Each pass over them asks anew.
public struct PageItems<Item: Request, Items: Sequence>: AsyncSequence, Sendable {
  /// An item of a page.
  public typealias Element = Items.Element

  let pages: Pages<Item>
  let items: @Sendable (Item.ReturnType) -> Items

  /// Starts at the first item of the first page.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(pages: pages.makeAsyncIterator(), items: items)
  }

  /// One pass over the items.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate var pages: Pages<Item>.AsyncIterator
    fileprivate let items: @Sendable (Item.ReturnType) -> Items
    private var page: Items.Iterator?

    fileprivate init(
      pages: Pages<Item>.AsyncIterator, items: @escaping @Sendable (Item.ReturnType) -> Items
    ) {
      (self.pages, self.items) = (pages, items)
    }

    /// The next item; nil after the last item of the last page.
    ///
    /// - Throws: What ``Pages/AsyncIterator/next()`` throws. Then the items are over.
    public mutating func next() async throws(NetworkRequestError) -> Element? {
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
