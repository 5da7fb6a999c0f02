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
    left.text.withBytes { left in
      right.text.withBytes { right in left.count == right.count && left.elementsEqual(right) }
    }
  }

  func hash(into hasher: inout Hasher) {
    text.withBytes { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
