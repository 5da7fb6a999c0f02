import CRequisiteCurl

/// Header lines as a libcurl list (`curl_slist`), in one block of memory: first the nodes, then the text of the lines.
/// libcurl only reads the list.
///
/// `@unchecked Sendable` because the list does not change after `init`, and this object alone owns the memory.
package final class CurlHeaderList: @unchecked Sendable {
  /// The first node; nil for an empty list.
  let first: rq_slist?

  /// Makes a list.
  ///
  /// - Parameters:
  ///   - count: The number of lines that `write` appends.
  ///   - size: The number of bytes in all names, values and lines that it appends.
  /// - Throws: `.option` if a line contains CR, LF or NUL, or if other lines were appended than announced.
  package init(
    lines count: Int, bytes size: Int, _ write: (inout CurlHeaderWriter) -> Void
  ) throws(CurlProblem) {
    guard count > 0 else {
      first = nil
      return
    }
    // After each line ": " or less, and NUL.
    let size = count * (MemoryLayout<rq_header_node>.stride + 3) + size
    guard let memory = malloc(size) else {
      throw .library(code: .outOfMemory, detail: "there is no memory for the header fields")
    }
    var writer = CurlHeaderWriter(UnsafeMutableRawBufferPointer(start: memory, count: size), lines: count)
    write(&writer)
    // No line may become two.
    guard writer.isComplete else {
      free(memory)
      throw .option("a header field contains CR, LF or NUL")
    }
    first = memory
  }

  deinit { free(first) }
}

/// Writes the lines of a list into its memory.
package struct CurlHeaderWriter {
  private let nodes: UnsafeMutableBufferPointer<rq_header_node>
  private let text: UnsafeMutableBufferPointer<UInt8>
  private var (line, end) = (0, 0)
  /// True if no line contains CR, LF or NUL, and all had room.
  private var isSafe = true

  fileprivate init(_ memory: UnsafeMutableRawBufferPointer, lines: Int) {
    let size = lines * MemoryLayout<rq_header_node>.stride
    nodes = UnsafeMutableRawBufferPointer(rebasing: memory[..<size]).bindMemory(to: rq_header_node.self)
    text = UnsafeMutableRawBufferPointer(rebasing: memory[size...]).bindMemory(to: UInt8.self)
  }

  /// True if all lines are written, and each is one line.
  fileprivate var isComplete: Bool { isSafe && line == nodes.count }

  /// Appends a field.
  package mutating func append(_ name: String, _ value: String) {
    let start = end
    write(name)
    // libcurl omits the field for "Name:" and blanks, and sends it with an empty value for "Name;". Blanks at the ends of a value
    // are none of it (RFC 9110 §5.5).
    let isBlank = value.withBytes { $0.allSatisfy { $0 == 32 || $0 == 9 } }
    write(isBlank ? ";" : ": ")
    if !isBlank { write(value) }
    endLine(from: start)
  }

  /// Appends a line. One that ends with a colon removes a field that libcurl would otherwise send.
  package mutating func append(_ line: String) {
    let start = end
    write(line)
    endLine(from: start)
  }

  private mutating func write(_ part: String) {
    end = part.withBytes { bytes in
      // The NUL needs room as well.
      guard bytes.count < text.count - end else { return text.count }
      return text[end...].update(fromContentsOf: bytes)
    }
  }

  private mutating func endLine(from start: Int) {
    guard line < nodes.count, end < text.count else { return isSafe = false }
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
