#if os(Linux)
  import CRequisiteCurl

  /// Header lines as a libcurl list (`curl_slist`), in one block of memory: first the nodes, then the text of the lines.
  /// libcurl only reads the list.
  ///
  /// `@unchecked Sendable` because the list does not change after `init`, and this object alone owns the memory.
  final class CurlHeaderList: @unchecked Sendable {
    /// The first node; nil for an empty list.
    let first: rq_slist?

    /// Copies the fields and lines into a list.
    ///
    /// - Parameter extra: Lines that the transport adds; a line that ends with a colon removes a field that libcurl
    ///   would otherwise send.
    /// - Throws: `.option` if a line contains CR, LF or NUL.
    init(_ headers: HTTPHeaders, extra: [String]) throws(CurlProblem) {
      first = try headers.withFields { fields throws(CurlProblem) in try Self.copy(fields, extra) }
    }

    private static func copy(
      _ fields: UnsafeBufferPointer<HTTPHeader>, _ extra: [String]
    ) throws(CurlProblem) -> rq_slist? {
      let count = fields.count + extra.count
      guard count > 0 else { return nil }
      var size = count * MemoryLayout<rq_header_node>.stride
      for index in fields.indices {
        size += fields[index].name.rawValue.utf8.count + fields[index].value.utf8.count + 3
      }
      for line in extra { size += line.utf8.count + 1 }
      guard let memory = malloc(size) else {
        throw .library(code: .outOfMemory, detail: "there is no memory for the header fields")
      }
      var writer = Writer(UnsafeMutableRawBufferPointer(start: memory, count: size), lines: count)
      for index in fields.indices { writer.append(fields[index]) }
      for line in extra { writer.append(line) }
      // A call of `exchange` alone sends fields that nothing has checked. No line may become two.
      guard writer.isSafe else {
        free(memory)
        throw .option("a header field contains CR, LF or NUL")
      }
      return memory
    }

    deinit { free(first) }
  }

  /// Writes the lines of a list into its memory, which has room for all of them.
  private struct Writer {
    private let nodes: UnsafeMutableBufferPointer<rq_header_node>
    private let text: UnsafeMutableBufferPointer<UInt8>
    private var (line, end) = (0, 0)
    /// True if no line contains CR, LF or NUL.
    private(set) var isSafe = true

    init(_ memory: UnsafeMutableRawBufferPointer, lines: Int) {
      let size = lines * MemoryLayout<rq_header_node>.stride
      nodes = UnsafeMutableRawBufferPointer(rebasing: memory[..<size]).bindMemory(to: rq_header_node.self)
      text = UnsafeMutableRawBufferPointer(rebasing: memory[size...]).bindMemory(to: UInt8.self)
    }

    mutating func append(_ field: HTTPHeader) {
      let start = end
      write(field.name.rawValue)
      // libcurl omits the field for "Name:", and sends it with an empty value for "Name;".
      write(field.value.isEmpty ? ";" : ": ")
      write(field.value)
      endLine(from: start)
    }

    mutating func append(_ line: String) {
      let start = end
      write(line)
      endLine(from: start)
    }

    private mutating func write(_ part: String) {
      end = part.withBytes { bytes in text[end...].update(fromContentsOf: bytes) }
    }

    private mutating func endLine(from start: Int) {
      let (bytes, range) = (UnsafeRawBufferPointer(text), start..<end)
      if bytes.firstIndex(of: 0, in: range) != nil || bytes.firstIndex(of: 10, in: range) != nil
        || bytes.firstIndex(of: 13, in: range) != nil
      {
        isSafe = false
      }
      text[end] = 0
      end += 1
      let last = line == nodes.count - 1
      let content = text.baseAddress.map { UnsafeRawPointer($0 + start).assumingMemoryBound(to: CChar.self) }
      let next = nodes.baseAddress.map { $0 + line + 1 }
      nodes.initializeElement(at: line, to: rq_header_node(line: content, next: last ? nil : next))
      line += 1
    }
  }
#endif
