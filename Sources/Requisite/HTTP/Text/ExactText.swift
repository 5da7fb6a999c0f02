/// A text that equals only the same bytes.
///
/// Strings are equal by their characters: `é` of one code point equals an `e` with a combining accent. What decides by such
/// an equality confuses texts that servers tell apart, such as the keys of two users.
struct ExactText: Hashable, Sendable {
  let text: String

  init(_ text: String) {
    self.text = text
  }

  static func == (left: ExactText, right: ExactText) -> Bool {
    // The first comparison is the fast one.
    left.text == right.text && left.text.utf8.elementsEqual(right.text.utf8)
  }

  func hash(into hasher: inout Hasher) {
    text.withBytes { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
