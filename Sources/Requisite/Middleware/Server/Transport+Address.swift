extension Transport {
  /// Sends each request to that host and port, whichever it was made for.
  ///
  /// Place it outside of ``authenticated(with:for:)``, which looks at where a request goes.
  ///
  /// - Parameter authority: Host and port, as in `my-server.com:8080`. A malformed one fails each call with
  ///   ``NetworkRequestError/invalidRequest(_:)``.
  public func authority(_ authority: String) -> some Transport {
    replacing(.authority, with: authority, named: "authority")
  }

  /// Sends each request by that scheme, `https` or `http`.
  ///
  /// - Parameter scheme: One that is neither fails each call with ``NetworkRequestError/invalidRequest(_:)``.
  public func scheme(_ scheme: String) -> some Transport {
    replacing(.scheme, with: scheme, named: "scheme")
  }

  /// Puts a path in front of each request's own, with exactly one slash between.
  ///
  /// Repeated, the one that stands further down is nearer to the request's: `.basePath("/api").basePath("/v1")` makes
  /// `/api/v1/todos` of `/todos`.
  ///
  /// - Parameter path: As people read it; what a path cannot hold is escaped. One that climbs out by `..` fails each
  ///   call with ``NetworkRequestError/invalidRequest(_:)``.
  public func basePath(_ path: String) -> some Transport {
    let escaped = PercentEncoding.escape(path, keeping: .path)
    let inner = escaped.utf8.drop { $0 == UInt8(ascii: "/") }
    let base = DotSegments.removed(from: Substring(inner))
    let front = base.map(opening)
    return changing { request throws(NetworkRequestError) in
      guard let front else {
        let problem =
          "the base path “\(path)” has too many “..”: it leads above the root of the server"
        throw .invalidRequest(InvalidRequest(.path, problem))
      }
      guard !front.isEmpty else { return }
      let parts = URLParts(request.url)
      request.url = try parts.url(.path, joined(front, parts.path), named: "base path")
    }
  }

  /// Adds an item to the query of each request that has none of that name.
  ///
  /// - Parameter value: Text, a number, a truth value or several of these; nil adds nothing.
  public func queryItem(_ name: String, _ value: (any QueryValue)?) -> some Transport {
    queryItems([name: value])
  }

  /// Adds items to the query of each request that has none of their names. See ``queryItem(_:_:)``.
  public func queryItems(_ items: QueryParams) -> some Transport {
    let encoded = items.encoded
    return changing { request throws(NetworkRequestError) in
      _ = try items.checkedItems(of: .query)
      let parts = URLParts(request.url)
      let added = parts.query.isEmpty ? encoded : missing(items, in: parts.query).encoded
      guard !added.isEmpty else { return }
      let query = parts.query.isEmpty ? added : "\(parts.query)&\(added)"
      request.url = try parts.url(.query, query, named: "query item")
    }
  }

  private func replacing(
    _ part: URLParts.Part, with text: String, named name: String
  ) -> some Transport {
    changing { request throws(NetworkRequestError) in
      let parts = URLParts(request.url)
      guard parts[part] != text else { return }
      request.url = try parts.url(part, text, named: name)
    }
  }
}

/// The path with a slash at its start and without one at its end; empty for an empty path.
private func opening(_ base: String) -> String {
  let base = base.utf8.last == UInt8(ascii: "/") ? base.dropLast() : base[...]
  return base.isEmpty ? "" : "/\(base)"
}

/// The two with one slash between.
private func joined(_ front: String, _ path: Substring) -> String {
  let isApart = path.isEmpty || path.utf8.first == UInt8(ascii: "/")
  return isApart ? front + path : "\(front)/\(path)"
}

/// The items whose names do not occur in the query.
private func missing(_ items: QueryParams, in query: Substring) -> QueryParams {
  let present = Set(QueryParams(encoded: String(query)).items.map(\.name))
  return QueryParams(items: items.items.filter { !present.contains($0.name) })
}

extension URLParts {
  fileprivate func url(
    _ part: Part, _ text: String, named name: String
  ) throws(NetworkRequestError) -> URL {
    guard let url = replacing(part, with: text) else {
      let problem =
        "the \(name) “\(text)” does not make a URL of http or https"
      throw .invalidRequest(InvalidRequest(.baseURL, problem))
    }
    return url
  }
}
