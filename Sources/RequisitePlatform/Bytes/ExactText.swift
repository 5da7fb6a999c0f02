/// A text that equals only the same bytes.
///
/// Strings are equal by their characters: `é` of one code point equals an `e` with a combining accent. What decides by such
/// an equality confuses texts that servers tell apart, such as the keys of two users.
package struct ExactText: Hashable, Sendable {
  package let text: String

  package init(_ text: String) {
    self.text = text
  }

  package static func == (left: ExactText, right: ExactText) -> Bool {
    left.text.withBytes { left in
      right.text.withBytes { right in left.count == right.count && ASCII.areIdentical(left, right) }
    }
  }

  package func hash(into hasher: inout Hasher) {
    text.withBytes { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
