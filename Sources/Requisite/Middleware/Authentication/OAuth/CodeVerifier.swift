/// Proof that who redeems a code is who asked for it (PKCE, RFC 7636), by the method `S256`.
public struct CodeVerifier: Sendable, Hashable {
  /// The text that is sent when the code is redeemed.
  public let secret: Secret

  /// Makes a verifier of 256 bits of the system's randomness.
  public init() {
    var generator = SystemRandomNumberGenerator()
    self.init(using: &generator)
  }

  /// Makes a verifier of 256 bits of `generator`, which must be one for cryptography.
  public init(using generator: inout some RandomNumberGenerator) {
    let bytes = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    secret = Secret(Base64URL.encode(bytes))
  }

  /// Takes a verifier that was made before; nil where it is malformed. It has 43 to 128 characters of `A-Z a-z 0-9 - . _ ~`.
  public init?(_ secret: Secret) {
    let text = secret.revealed.utf8
    guard (43...128).contains(text.count), text.allSatisfy(ByteSet.unreserved.contains) else { return nil }
    self.secret = secret
  }

  /// What is sent when the code is asked for: `S256` of the verifier (§4.2).
  public var challenge: String { Base64URL.encode(SHA256.hash(secret.revealed.utf8)) }
}
