/// Text that must not be printed, such as a token, a password or a key.
///
/// Only ``revealed`` returns the text; descriptions, dumps and string interpolation do not show it. A secret is not
/// `Codable` on purpose: encoded values end up in files and logs, so a type that stores a secret encodes it explicitly.
public struct Secret: Sendable {
  private let text: String

  /// Creates a secret that contains `text`.
  public init(_ text: String) {
    self.text = text
  }

  /// Returns a new secret: random bytes from the system's cryptographic generator, as hexadecimal digits.
  ///
  /// - Parameter byteCount: The number of bytes; each becomes two digits. 16 by default: 128 bits cannot be guessed.
  public static func random(byteCount: Int = 16) -> Secret {
    Secret(Hexadecimal.encode((0..<max(0, byteCount)).map { _ in UInt8.random(in: .min ... .max) }))
  }

  /// The secret text; do not log it.
  public var revealed: String { text }
}

extension Secret: Hashable {
  /// True if the texts are equal; for texts of equal length, the time does not depend on where they differ.
  public static func == (left: Secret, right: Secret) -> Bool {
    let (left, right) = (left.text.utf8, right.text.utf8)
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// `<redacted>` for every secret.
  public var description: String { Redaction.mark }
  /// `<redacted>` for every secret.
  public var debugDescription: String { description }
  /// A mirror without children, so that `dump` does not reveal the text either.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
