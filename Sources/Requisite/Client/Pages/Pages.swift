extension APIClient {
  /// The pages of a list, each asked for when it is wanted: a response's `Link` of relation `next` leads to the next
  /// one (RFC 8288).
  ///
  /// ```swift
  /// for try await page in client.pages(of: FindTodos()) {
  ///   print(page.value.count, "of", page.headers[.xTotalCount] ?? "?")
  /// }
  /// ```
  /// Stop reading and no further page is asked for. A link to another origin is followed without credentials; one to a
  /// page that was seen already ends the pages.
  ///
  /// - Parameters:
  ///   - request: The first page. It must be a safe one (GET, mostly); with any other there is one page.
  ///   - relation: Which link leads on: `next` by default; `prev` to go backwards.
  public func pages<R: Request>(of request: R, following relation: String = "next") -> Pages<R> {
    Pages(client: self, request: request, relation: relation)
  }
}

/// The pages of a list, in their order. Each pass over them asks anew.
public struct Pages<Item: Request>: AsyncSequence, Sendable {
  /// A page: the value, and the response it was made of.
  public typealias Element = Response<Item.ReturnType>

  let client: APIClient
  let request: Item
  let relation: String

  /// Starts at the first page.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(pages: self) }

  /// One pass over the pages.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private enum Step { case first, page(TransportRequest), end }

    private let pages: Pages
    private var step = Step.first
    private var seen: Set<URL> = []

    init(pages: Pages) { self.pages = pages }

    /// The next page; nil where the last one had no link to another.
    ///
    /// - Throws: What ``APIClient/dispatch(_:)->R.ReturnType`` throws, and ``NetworkRequestError/urlSessionFailed(_:)`` where a link
    ///   leads to no URL of HTTP, or from `https` to `http`. Then the pages are over.
    public mutating func next() async throws(NetworkRequestError) -> Element? {
      let request: TransportRequest
      switch step {
      case .first: request = try await pages.client.prepare(pages.request)
      case .page(let next): request = next
      case .end: return nil
      }
      step = .end
      seen.insert(request.url)
      let response = try await pages.client.networkDispatcher.send(request)
      let value = try pages.client.value(of: response, for: pages.request)
      if request.method.isSafe, let next = try response.following(pages.relation), !seen.contains(next.url) {
        step = .page(next)
      }
      return Response(value, response)
    }
  }
}

extension NetworkResponse {
  /// The request for the page that a link leads to; nil where there is no such link.
  ///
  /// - Throws: What following a redirect to there would throw.
  fileprivate func following(_ relation: String) throws(NetworkRequestError) -> TransportRequest? {
    guard let link = headers.link(relation) else { return nil }
    var answered = request
    answered.url = url
    // 307: the same method, and what is secret stays with its origin.
    let next = try RedirectFollower(policy: request.options.redirects)
      .redirection(of: answered, to: link, status: 307).apply(to: answered)
    return TransportRequest(
      method: next.method, url: next.url, headers: next.headers, body: next.body, options: next.options,
      delivery: next.delivery)
  }
}

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
