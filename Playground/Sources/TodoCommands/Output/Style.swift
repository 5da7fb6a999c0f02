/// The colours of terminal output; plain text if colours are off.
struct Style: Sendable, Hashable {
  var isColoured: Bool

  func bold(_ text: String) -> String { wrapped(text, in: 1) }
  func dim(_ text: String) -> String { wrapped(text, in: 2) }
  func red(_ text: String) -> String { wrapped(text, in: 31) }
  func green(_ text: String) -> String { wrapped(text, in: 32) }

  private func wrapped(_ text: String, in code: Int) -> String {
    isColoured ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
