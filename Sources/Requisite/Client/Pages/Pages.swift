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
  /// link to another origin is followed without credentials, and so is each further link, also one that leads back: the
  /// other origin would choose what is requested with them. This applies to authenticators too, but not to a cookie jar,
  /// whose cookies are for their host. A link to
  /// a page that was already read ends the pages; a page is known by the URL of its request and by the URL that answered
  /// after redirects.
  ///
  /// - Parameters:
  ///   - request: The request for the first page. Its method must be safe, such as GET; with any other method
  ///     there is only one page.
  ///   - relation: The relation of the link to the next page; `next` by default. Use `prev` to go backwards.
  public func pages<R: Request>(of request: R, following relation: String = "next") -> Pages<R> {
    Pages(client: self, request: request, relation: relation)
  }
}

/// The pages of a list, in order, which each pass requests again.
public struct Pages<Item: Request>: AsyncSequence, Sendable {
  /// A page: its value, and the response that contained it.
  public typealias Element = Response<Item.ReturnType>

  let client: APIClient
  let request: Item
  let relation: String

  /// Starts a pass at the first page.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(pages: self) }

  /// One pass over the pages, with its own requests, which an actor can keep to load page after page.
  public final class AsyncIterator: AsyncIteratorProtocol {
    private enum Step { case first, page(TransportRequest), failure(NetworkRequestError), end }

    private let pages: Pages
    private var step = Step.first
    private var seen: Set<String> = []
    /// True while each page was answered by the origin of the base URL. Credentials are not fetched for the links of others.
    private var isAtHome = true

    init(pages: Pages) { self.pages = pages }

    /// Returns the next page; nil after a page without a link to another page.
    ///
    /// - Throws: What ``APIClient/dispatch(_:using:attempts:retryDelay:onRetry:)`` throws, and ``NetworkRequestError/urlSessionFailed(_:)``
    ///   if the link of the page before leads to a URL other than `http` or `https`, or from `https` to `http`. An error
    ///   ends the pages, unless it occurs before the first request is sent.
    @_disfavoredOverload
    public func next() async throws(NetworkRequestError) -> Element? {
      try await next(isolation: nil)
    }

    /// Returns the next page to the actor of the reader; nil after a page without a link to another page.
    ///
    /// - Throws: What ``next()`` throws.
    public func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(NetworkRequestError) -> Element? {
      // Without credentials, which are fetched for each page.
      let plain: TransportRequest
      switch step {
      case .first: plain = try pages.request.transportRequest(adding: pages.client.requestDefaults)
      case .page(let next): (plain, step) = (next, .end)
      case .failure(let error):
        step = .end
        throw error
      case .end: return nil
      }
      var request = plain
      if isAtHome {
        request = try await pages.client.withCredentials(plain)
      } else {
        request.options.withholdsCredentials = true
      }
      step = .end
      seen.insert(Self.name(of: request.url))
      let response = try await pages.client.networkDispatcher.send(request)
      seen.insert(Self.name(of: response.url))
      isAtHome = isAtHome && pages.client.environment.baseURL.isOrigin(of: response.url)
      let value = try pages.client.value(of: response, for: pages.request)
      if request.method.isSafe { step = self.step(after: response, to: plain) }
      return Response(value, response)
    }

    /// Returns the step after a page. The error of a link that must not be followed is kept for the next call, so that
    /// the page with the link is not lost.
    private func step(after response: NetworkResponse, to request: TransportRequest) -> Step {
      do throws(NetworkRequestError) {
        guard let next = try response.following(pages.relation, after: request),
          !seen.contains(Self.name(of: next.url))
        else {
          return .end
        }
        return .page(next)
      } catch {
        return .failure(error)
      }
    }

    /// The URL of a page, the same for spellings that differ in the case of the host or in a default port.
    private static func name(of url: URL) -> String { CacheKey(url)?.url ?? url.absoluteString }
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
    guard let link = headers.link(relation) else { return nil }
    // As for status 307: the method stays the same, and secret fields stay with their origin. The fields are those that the
    // answering origin has got after redirects.
    let policy = request.options.redirects
    let answered = try Redirection(status: 307, target: url, policy: policy).apply(to: request)
    let next = try policy.redirection(of: answered, to: link, status: 307).apply(to: answered)
    return next.identified(as: RequestID())
  }
}
