#if os(Linux)
  import CRequisiteCurl

  /// Header lines in libcurl's own form.
  ///
  /// `@unchecked Sendable` because it is never changed after `init`; the pointer is its own.
  final class CurlHeaderList: @unchecked Sendable {
    private(set) var first: rq_slist?
    private var last: rq_slist?

    /// - Parameter extra: Lines that the transport adds; a line that ends with a colon takes back what libcurl
    ///   would send by itself.
    init(_ headers: HTTPHeaders, extra: [String]) throws(CurlProblem) {
      for field in headers { try append(field) }
      for line in extra { try append(line) }
    }

    deinit {
      if let first { rq_slist_free(first) }
    }

    private func append(_ field: HTTPHeader) throws(CurlProblem) {
      let (name, value) = (field.name.rawValue, field.value)
      // libcurl takes "Name:" as an order to leave the field out, and "Name;" as an empty value.
      try append(value.isEmpty ? name + ";" : name + ": " + value)
    }

    private func append(_ line: String) throws(CurlProblem) {
      // A second look behind the one of the library: a line must never become two.
      guard !line.utf8.contains(where: { $0 == 0 || $0 == 10 || $0 == 13 }) else {
        throw .option("a header field has a CR, LF or NUL in it")
      }
      guard let node = rq_slist_append(last, line) else {
        throw .library(code: 27, detail: "there is no memory for the header fields")
      }
      if first == nil { first = node }
      last = node
    }
  }
#endif
