extension Transport {
  /// Sends each request to this host and port instead of its own.
  ///
  /// Place it outside ``authenticated(with:for:)``, so that authentication sees the origin that the request is sent to.
  ///
  /// - Parameter authority: The host and port, for example `my-server.com:8080`. If it is malformed, each call fails with
  ///   ``NetworkRequestError/invalidRequest(_:)``.
  public func authority(_ authority: String) -> some Transport {
    replacing(.authority, with: authority, named: "authority")
  }

  /// Sends each request with this scheme, `https` or `http`.
  ///
  /// - Parameter scheme: The scheme. Any other scheme fails each call with ``NetworkRequestError/invalidRequest(_:)``.
  public func scheme(_ scheme: String) -> some Transport {
    replacing(.scheme, with: scheme, named: "scheme")
  }

  /// Puts a path before the path of each request, with exactly one slash between them.
  ///
  /// If there are several base paths, the last one is nearest to the request's path: `.basePath("/api").basePath("/v1")`
  /// turns `/todos` into `/api/v1/todos`.
  ///
  /// - Parameter path: The path, without percent encoding: characters that a path cannot contain are escaped. If its `..`
  ///   segments lead above the root, each call fails with ``NetworkRequestError/invalidRequest(_:)``.
  public func basePath(_ path: String) -> some Transport {
    let escaped = PercentEncoding.escape(path, keeping: .path)
    let inner = escaped.utf8.drop { $0 == UInt8(ascii: "/") }
    let base = DotSegments.removed(from: Substring(inner))
    let front = base.map(opening)
    return setting { request throws(NetworkRequestError) in
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

  /// Adds an item to the query of each request, unless the query has an item with that name.
  ///
  /// - Parameter value: Text, a number, a truth value or several of these; nil adds nothing.
  public func queryItem(_ name: String, _ value: (any QueryValue)?) -> some Transport {
    queryItems([name: value])
  }

  /// Adds to the query of each request those items whose names do not occur in it. See ``queryItem(_:_:)``.
  public func queryItems(_ items: QueryParams) -> some Transport {
    let encoded = items.encoded
    return setting { request throws(NetworkRequestError) in
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
    setting { request throws(NetworkRequestError) in
      let parts = URLParts(request.url)
      guard parts[part] != text else { return }
      request.url = try parts.url(part, text, named: name)
    }
  }
}

/// Returns the path with a slash at its start and none at its end; empty for an empty path.
private func opening(_ base: String) -> String {
  let base = base.utf8.last == UInt8(ascii: "/") ? base.dropLast() : base[...]
  return base.isEmpty ? "" : "/\(base)"
}

/// Joins two paths with one slash between them.
private func joined(_ front: String, _ path: Substring) -> String {
  let isApart = path.isEmpty || path.utf8.first == UInt8(ascii: "/")
  return isApart ? front + path : "\(front)/\(path)"
}

/// Returns the items whose names do not occur in the query.
private func missing(_ items: QueryParams, in query: Substring) -> QueryParams {
  let present = Set(QueryParams(encoded: String(query)).items.map(\.name))
  return QueryParams(items: items.items.filter { !present.contains($0.name) })
}
