#if os(Linux)
  import CRequisiteCurl

  /// Header lines as a libcurl list (`curl_slist`).
  ///
  /// `@unchecked Sendable` because the list does not change after `init`, and this object alone owns the pointer.
  final class CurlHeaderList: @unchecked Sendable {
    private(set) var first: rq_slist?
    private var last: rq_slist?

    /// Copies the fields and lines into a list.
    ///
    /// - Parameter extra: Lines that the transport adds; a line that ends with a colon removes a field that libcurl
    ///   would otherwise send.
    /// - Throws: `.option` if a line contains CR, LF or NUL.
    init(_ headers: HTTPHeaders, extra: [String]) throws(CurlProblem) {
      for field in headers { try append(field) }
      for line in extra { try append(line) }
    }

    deinit {
      if let first { rq_slist_free(first) }
    }

    private func append(_ field: HTTPHeader) throws(CurlProblem) {
      let (name, value) = (field.name.rawValue, field.value)
      // libcurl omits the field for "Name:", and sends it with an empty value for "Name;".
      guard !value.isEmpty else { return try append(name + ";") }
      let count = name.utf8.count + value.utf8.count + 2
      let result = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count + 1) { line in
        var end = line.update(fromContentsOf: name.utf8)
        line[end] = UInt8(ascii: ":")
        line[end + 1] = UInt8(ascii: " ")
        end = line[(end + 2)...].update(fromContentsOf: value.utf8)
        line[end] = 0
        return Result { () throws(CurlProblem) in try append(line) }
      }
      try result.get()
    }

    private func append(_ line: String) throws(CurlProblem) {
      var line = Array(line.utf8) + [0]
      let result = line.withUnsafeMutableBufferPointer { bytes in
        Result { () throws(CurlProblem) in try append(bytes) }
      }
      try result.get()
    }

    /// Appends a line that ends with a zero byte.
    private func append(_ line: UnsafeMutableBufferPointer<UInt8>) throws(CurlProblem) {
      // The fields were checked earlier; this check makes sure that no line becomes two.
      guard !line.dropLast().contains(where: { $0 == 0 || $0 == 10 || $0 == 13 }) else {
        throw .option("a header field contains CR, LF or NUL")
      }
      let node = line.withMemoryRebound(to: CChar.self) { rq_slist_append(last, $0.baseAddress) }
      guard let node else { throw .library(code: 27, detail: "there is no memory for the header fields") }
      if first == nil { first = node }
      last = node
    }
  }
#endif
