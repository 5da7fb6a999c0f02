extension APIClient {
  /// Returns the pages of a list, each requested when it is read.
  ///
  /// The `Link` field with the relation `next` of a response leads to the next page (RFC 8288).
  ///
  /// ```swift
  /// for try await page in client.pages(of: FindTodos()) {
  ///   print(page.value.count, "of", page.headers[.xTotalCount] ?? "?")
  /// }
  /// ```
  /// No further page is requested after you stop reading. The credentials of the environment are fetched for each page. A
  /// link to another origin than the one that answered the first page is followed without credentials, and so is each further
  /// link, also one that leads back: the other origin would choose what is requested with them. The same holds after a
  /// redirect to another origin, also one that leads back. This applies to authenticators too, but not to a cookie jar,
  /// whose cookies are for their host. A link to
  /// a page that was already read ends the pages; a page is known by the URL of its request and by the URL that answered
  /// after redirects.
  ///
  /// - Parameters:
  ///   - request: The request for the first page. Its method must be safe, such as GET; with any other method
  ///     there is only one page.
  ///   - relation: The relation of the link to the next page; `next` by default. Use `prev` to go backwards.
  public func pages<R: Request>(of request: R, following relation: String = "next") -> Pages<R> {
    Pages(client: self, request: request, next: .link(relation))
  }

  /// Returns the pages of a list whose next request a function makes, such as from a cursor in the body.
  ///
  /// ```swift
  /// struct Search: Request {
  ///   struct Page: Decodable, Sendable {
  ///     let results: [Todo]
  ///     let cursor: String?
  ///   }
  ///   typealias ReturnType = Page
  ///   var cursor: String?
  ///   let path = "/search"
  ///   var queryParams: QueryParams { ["after": cursor] }
  /// }
  ///
  /// let pages = client.pages(
  ///   of: Search(), next: { $0.value.cursor.map { Search(cursor: $0) } })
  /// for try await page in pages {
  ///   print(page.value.results.count)
  /// }
  /// ```
  /// No further page is requested after you stop reading. A request that was already sent, with the same URL, header fields
  /// and body in memory, ends the pages, so a server cannot keep the loop going with one cursor.
  ///
  /// - Parameters:
  ///   - request: The request for the first page, with any method.
  ///   - next: A function that gets a page and returns the request for the next one; nil after the last page.
  public func pages<R: Request>(
    of request: R, next: @escaping @Sendable (Response<R.ReturnType>) -> R?
  ) -> Pages<R> {
    Pages(client: self, request: request, next: .function(next))
  }
}

/// The pages of a list, in order, which each pass requests again.
public struct Pages<Item: Request>: AsyncSequence, Sendable {
  /// A page: its value, and the response that contained it.
  public typealias Element = Response<Item.ReturnType>

  /// How a page leads to the next one: by a link, or by a function.
  enum Next: Sendable {
    case link(String)
    case function(@Sendable (Element) -> Item?)
  }

  let client: APIClient
  let request: Item
  let next: Next

  /// Starts a pass at the first page.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(pages: self) }

  /// One pass over the pages, with its own requests, which an actor can keep to load page after page.
  public final class AsyncIterator: AsyncIteratorProtocol {
    private enum CredentialOrigin: Equatable { case unknown, origin(Origin), withheld }
    private enum Step { case request(Item), link(TransportRequest), failure(NetworkRequestError), end }

    private let pages: Pages
    private var step: Step
    private var seen: Set<PageName> = []
    /// The origin that answered the first page, and no other one since. Only pages there have credentials: for any other page,
    /// another origin has chosen what is requested.
    private var credentialOrigin = CredentialOrigin.unknown

    init(pages: Pages) {
      self.pages = pages
      step = .request(pages.request)
    }

    /// Returns the next page; nil after a page that leads to no other page.
    ///
    /// - Throws: What ``APIClient/dispatch(_:using:attempts:retryDelay:onRetry:)`` throws, and ``NetworkRequestError/urlSessionFailed(_:)``
    ///   if the link of the page before leads to a URL other than `http` or `https`, or from `https` to `http`, or if its
    ///   `Link` field cannot be read, so that there may be a further page. An error
    ///   ends the pages, unless it occurs before the first request is sent.
    @_disfavoredOverload
    public func next() async throws(NetworkRequestError) -> Element? {
      try await next(isolation: nil)
    }

    /// Returns the next page to the actor of the reader; nil after a page that leads to no other page.
    ///
    /// - Throws: What ``next()`` throws.
    public func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(NetworkRequestError) -> Element? {
      let plain: TransportRequest
      var item = pages.request
      switch step {
      case .request(let next):
        item = next
        plain = try next.transportRequest(adding: pages.client.requestDefaults)
      case .link(let next): plain = next
      case .failure(let error):
        step = .end
        throw error
      case .end: return nil
      }
      let name = name(of: plain)
      guard !seen.contains(name) else {
        step = .end
        return nil
      }
      var request = plain
      if credentialOrigin != .unknown, credentialOrigin != .origin(Origin(plain.url)) {
        credentialOrigin = .withheld
        request.credentials = nil
        request.options.withholdsCredentials = true
      }
      step = .end
      seen.insert(name)
      let dispatcher = pages.client.networkDispatcher
      let response = try await dispatcher.runUninlined(request.starting(on: dispatcher.clock))
      let page = Response(try await pages.client.value(of: response, for: item), response)
      step = self.step(after: page, to: plain)
      return page
    }

    /// Returns the step after a page. The error of a link that must not be followed is kept for the next call, so that
    /// the page with the link is not lost.
    private func step(after page: Element, to request: TransportRequest) -> Step {
      switch pages.next {
      case .function(let next): return next(page).map(Step.request) ?? .end
      case .link(let relation):
        guard request.method.isSafe else { return .end }
        seen.insert(PageName(page.network.url))
        updateCredentialOrigin(after: page.network.transportResponse)
        do throws(NetworkRequestError) {
          return try page.network.following(relation, after: request).map(Step.link) ?? .end
        } catch {
          return .failure(error)
        }
      }
    }

    private func updateCredentialOrigin(after response: TransportResponse) {
      let origin = CredentialOrigin.origin(Origin(response.url))
      credentialOrigin =
        !response.hasLeftOrigin && (credentialOrigin == .unknown || credentialOrigin == origin)
        ? origin : .withheld
    }

    private func name(of request: TransportRequest) -> PageName {
      guard case .function = pages.next else { return PageName(request.url) }
      return PageName(request)
    }
  }
}

/// What distinguishes a page from the others: for a link its URL, otherwise all that is sent.
private struct PageName: Hashable {
  private let url: String
  private var headers = HTTPHeaders()
  private var body: Data?

  /// The name is the same for spellings that differ in the case of the host or in a default port.
  init(_ url: URL) { self.url = CachedResponse.Key(url)?.url ?? url.absoluteString }

  init(_ request: TransportRequest) {
    self.init(request.url)
    headers = request.headers
    if case .data(let data) = request.body.content { body = data }
  }
}

extension NetworkResponse {
  /// Returns the request for the page that a link leads to; nil without such a link.
  ///
  /// - Parameter request: The request for this page, before credentials were added.
  /// - Throws: What following a redirect to the same URL would throw.
  fileprivate func following(
    _ relation: String, after request: TransportRequest
  ) throws(NetworkRequestError) -> TransportRequest? {
    guard let link = headers.link(relation) else {
      guard !headers.hasUnreadableLinks else { throw .unreadableLink(relation, self, after: request) }
      return nil
    }
    // As for status 307: the method stays the same, and secret fields stay with their origin. The fields are those that the
    // answering origin has got after redirects.
    let policy = request.options.redirects
    let answered = try Redirection(
      status: 307, target: url, policy: policy, hasLeftOrigin: transportResponse.hasLeftOrigin
    ).apply(to: request)
    let next = try policy.redirection(of: answered, to: link, status: 307).apply(to: answered)
    return next.identified(as: TransportRequest.ID())
  }
}

extension NetworkRequestError {
  /// The error for a page that may not be the last: whether it has a link to the next page, cannot be read.
  fileprivate static func unreadableLink(
    _ relation: String, _ response: NetworkResponse, after request: TransportRequest
  ) -> NetworkRequestError {
    let value = request.options.redaction.text(response.headers[.link] ?? "").prefix(200)
    let problem =
      "the field Link has no readable link to “\(relation)”, but something that is not a link (RFC 8288): “\(value)”"
    return .urlSessionFailed(TransportFailure(.badServerResponse, problem, request: request))
  }
}

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
  ) -> Pages<R>.Items<R.ReturnType> where R.ReturnType: Sequence {
    Pages.Items(pages: pages(of: request, following: relation)) { $0 }
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
  ) -> Pages<R>.Items<Items> {
    Pages.Items(pages: pages(of: request, following: relation), items: items)
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
  ) -> Pages<R>.Items<Items> {
    Pages.Items(pages: pages(of: request, next: next), items: items)
  }
}

extension Pages {
  /// The items of the pages of a list, in order, whose pages each pass requests again.
  public struct Items<Values: Sequence>: AsyncSequence, Sendable {
    /// An item of a page, such as an element of its array.
    public typealias Element = Values.Element

    let pages: Pages<Item>
    let items: @Sendable (Item.ReturnType) -> Values

    /// Starts a pass at the first item of the first page.
    public func makeAsyncIterator() -> AsyncIterator {
      AsyncIterator(pages: pages.makeAsyncIterator(), items: items)
    }

    /// One pass over the items, with its own requests, which an actor can keep to load item after item.
    public final class AsyncIterator: AsyncIteratorProtocol {
      private let pages: Pages.AsyncIterator
      private let items: @Sendable (Item.ReturnType) -> Values
      private var page: Values.Iterator?

      fileprivate init(
        pages: Pages.AsyncIterator, items: @escaping @Sendable (Item.ReturnType) -> Values
      ) {
        self.pages = pages
        self.items = items
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
}
