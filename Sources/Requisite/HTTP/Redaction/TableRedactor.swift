/// Redacts the columns of tables in text whose header names them as secret: values separated by commas, semicolons, tabs or
/// vertical bars, with the names of the columns in one line and as many values in each of the following lines.
///
/// The work is linear in the size of the text.
struct TableRedactor {
  /// The longest header, in bytes. Longer lines are not the names of columns.
  private static let longestHeader = 4_096
  /// How many lines with separators are searched for names, so that a long text of other lines takes no time.
  private static let mostCandidates = 256
  /// Names of columns that are no secrets in a table: of settings, of counts and of results of tests.
  private static let harmless = ["key", "keys", "tokens", "pass"]
  private static let separators = Array("|\t;,".utf8)
  private static let ruler = ByteSet("|+-:= ")

  private let bytes: [UInt8]
  private let names: JudgedNames
  private var output: [UInt8] = []
  private var copied = 0
  private var header: Header?
  private var candidates = 0

  private struct Header {
    let separator: UInt8
    let count: Int
    let secrets: [Int]
  }

  /// The text with the secret columns replaced by the mark. Returns nil if the text has no such table.
  static func redacted(_ text: String, by names: JudgedNames) -> String? {
    let isTable = text.withBytes { bytes in
      bytes.contains(UInt8(ascii: "\n")) && separators.contains { bytes.contains($0) }
    }
    guard isTable else { return nil }
    var redactor = TableRedactor(bytes: Array(text.utf8), names: names)
    var start = 0
    while start < redactor.bytes.count {
      let rest = redactor.bytes[start...]
      let line = rest.prefix { $0 != UInt8(ascii: "\n") }
      redactor.take(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
      start = line.endIndex + 1
    }
    guard redactor.copied > 0 else { return nil }
    return String(decoding: redactor.output + redactor.bytes[redactor.copied...], as: UTF8.self)
  }

  private init(bytes: [UInt8], names: JudgedNames) {
    (self.bytes, self.names) = (bytes, names)
  }

  private mutating func take(_ line: ArraySlice<UInt8>) {
    if let header {
      // A ruler between the header and the values.
      if line.allSatisfy(Self.ruler.contains) { return }
      let cells = Self.cells(of: line, at: header.separator)
      if cells.count == header.count {
        for place in header.secrets { hide(cells[place]) }
        return
      }
    }
    header = makeHeader(line)
  }

  /// The header that a line is; nil if the line is not one, or names no secret.
  private mutating func makeHeader(_ line: ArraySlice<UInt8>) -> Header? {
    guard line.count <= Self.longestHeader, candidates < Self.mostCandidates,
      let separator = Self.separators.first(where: { line.contains($0) })
    else { return nil }
    candidates += 1
    let cells = Self.cells(of: line, at: separator)
    guard cells.count > 1, cells.allSatisfy({ !$0.isEmpty && $0.allSatisfy(TextValue.isNameByte) }) else {
      return nil
    }
    let secrets = cells.indices.filter { place in
      !Self.harmless.contains { ASCII.equalIgnoringCase(cells[place], lowercased: $0) }
        && names.hides(cells[place])
    }
    return secrets.isEmpty ? nil : Header(separator: separator, count: cells.count, secrets: secrets)
  }

  private mutating func hide(_ cell: ArraySlice<UInt8>) {
    guard !cell.isEmpty else { return }
    output += bytes[copied..<cell.startIndex]
    output += Redaction.mark.utf8
    copied = cell.endIndex
  }

  /// The cells of a line without the blanks and quotation marks around them. Vertical bars may also begin and end the line.
  private static func cells(of line: ArraySlice<UInt8>, at separator: UInt8) -> [ArraySlice<UInt8>] {
    var cells: [ArraySlice<UInt8>] = []
    var (start, isQuoted) = (line.startIndex, false)
    for place in line.indices {
      if line[place] == UInt8(ascii: "\"") { isQuoted.toggle() }
      guard line[place] == separator, !isQuoted else { continue }
      cells.append(cell(line[start..<place]))
      start = place + 1
    }
    cells.append(cell(line[start...]))
    if separator == UInt8(ascii: "|") {
      if cells.first?.isEmpty == true { cells.removeFirst() }
      if cells.last?.isEmpty == true { cells.removeLast() }
    }
    return cells
  }

  private static func cell(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let text = trimmed(text)
    let isQuoted = text.count > 1 && text.first == UInt8(ascii: "\"") && text.last == text.first
    return isQuoted ? text.dropFirst().dropLast() : text
  }

  private static func trimmed(_ cell: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let rest = cell.drop(while: TextValue.isBlank)
    let end = rest.lastIndex { !TextValue.isBlank($0) }
    return end.map { rest[...$0] } ?? rest.prefix(0)
  }
}
