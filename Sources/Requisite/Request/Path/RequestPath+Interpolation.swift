extension RequestPath {
  /// Collects the text and the values of an interpolated path.
  public struct StringInterpolation: StringInterpolationProtocol {
    private var text = ""
    private var problem: String?

    /// Makes room for the path.
    public init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + 8 * interpolationCount)
    }

    /// Adds text of the path's own: its slashes are kept.
    public mutating func appendLiteral(_ literal: String) {
      PercentEncoding.append(literal, to: &text, keeping: .path)
    }

    /// Adds a value as one segment, or as a part of one.
    public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      append(value.description)
    }

    /// Adds the raw value of an enum as one segment.
    public mutating func appendInterpolation<Value: RawRepresentable>(_ value: Value)
    where Value.RawValue: CustomStringConvertible {
      append(value.rawValue.description)
    }

    /// Adds the raw value of a type that has a description too: what is sent is the raw value.
    public mutating func appendInterpolation<Value: RawRepresentable & CustomStringConvertible>(
      _ value: Value
    )
    where Value.RawValue: CustomStringConvertible {
      append(value.rawValue.description)
    }

    /// Adds a value as one segment; nil leaves the segment out, slash included.
    public mutating func appendInterpolation(_ value: (some CustomStringConvertible)?) {
      if let value { return append(value.description) }
      if text.utf8.last == UInt8(ascii: "/") { text.unicodeScalars.removeLast() }
    }

    /// Adds several segments, each escaped.
    public mutating func appendInterpolation(segments: [String]) {
      for (index, segment) in segments.enumerated() {
        if index > 0 { text += "/" }
        append(segment)
      }
    }

    private mutating func append(_ value: String) {
      if value.isEmpty { problem = problem ?? "a value of the path “\(text)…” is empty" }
      if value == "." || value == ".." { problem = problem ?? "a value of the path “\(text)…” is “\(value)”" }
      PercentEncoding.append(value, to: &text, keeping: .unreserved)
    }

    var path: RequestPath {
      RequestPath(storage: problem.map(Storage.invalid) ?? .relative(text))
    }
  }
}
