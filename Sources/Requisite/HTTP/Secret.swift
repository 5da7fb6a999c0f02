/// Text that must not be printed: a token, a password, a key.
///
/// ``revealed`` is the only way to it; descriptions, dumps and string interpolation show nothing of it. It is not
/// `Codable` on purpose: encoded values end up in files and logs, so a type that stores a secret encodes it explicitly.
public struct Secret: Sendable {
  private let text: String

  /// Makes a secret of its text.
  public init(_ text: String) {
    self.text = text
  }

  /// A new one of random bytes, written as hexadecimal digits. The bytes are the system's, which are fit for
  /// cryptography; 128 bits by default, which cannot be guessed.
  public static func random(byteCount: Int = 16) -> Secret {
    Secret(Hexadecimal.encode((0..<max(0, byteCount)).map { _ in UInt8.random(in: .min ... .max) }))
  }

  /// The text. Do not log it.
  public var revealed: String { text }
}

extension Secret: Hashable {
  /// Whether the texts are the same, found in a time that does not tell where they differ.
  public static func == (left: Secret, right: Secret) -> Bool {
    let (left, right) = (left.text.utf8, right.text.utf8)
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The text `<redacted>`, whatever the secret.
  public var description: String { Redaction.mark }
  /// The text `<redacted>`, whatever the secret.
  public var debugDescription: String { description }
  /// Nothing, so that `dump` cannot tell either.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
