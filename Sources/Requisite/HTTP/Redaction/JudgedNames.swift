/// Decides which names of a text hide their values. Each name is judged once: the elements of a list repeat the same few.
///
/// Names are compared by their bytes: some that are equal by their characters are judged differently.
///
/// A class, because the texts within a text share what is known: hostile text contains very many of them.
final class JudgedNames {
  /// What a name says about its value and about the values of other names.
  struct Judgement {
    /// The name without its escapes.
    let name: String
    /// True if the value of a member with this name is redacted.
    let isSecret: Bool
    /// True if the value can name another member: `name` in `{"name": "password", "value": …}`.
    let isWordForName: Bool
    /// True if the member can contain the value that another one names, such as `value`.
    let isWordForValue: Bool
    /// True if the name can make a secret of the word before it, such as `code` after `Verification`.
    let endsLabel: Bool
  }

  let redaction: Redaction
  /// True for text of an OAuth authorization flow, where `code` is a secret.
  let isAuthorizationFlow: Bool
  private var known: [ExactText: Judgement] = [:]
  private var labels: [ExactText: Bool] = [:]

  init(_ redaction: Redaction, isAuthorizationFlow: Bool) {
    (self.redaction, self.isAuthorizationFlow) = (redaction, isAuthorizationFlow)
  }

  /// The judgement of a name as a text contains it, with its escapes.
  subscript(text: String) -> Judgement {
    if let known = known[ExactText(text)] { return known }
    let name = Unescaping.name(text.utf8)
    let judgement = Judgement(
      name: name,
      isSecret: redaction.hidesValue(of: name)
        || isAuthorizationFlow && ASCII.equalIgnoringCase(name, "code"),
      isWordForName: SecretName.isWordForName(name), isWordForValue: SecretName.isWordForValue(name),
      endsLabel: SecretName.endsLabel(name))
    known[ExactText(text)] = judgement
    return judgement
  }

  /// True if the value of a member with this name, which may have escapes, is redacted.
  func hides(_ name: some Collection<UInt8>) -> Bool {
    self[String(decoding: name, as: UTF8.self)].isSecret
  }

  /// True if a name and the word before it are a secret together, as in `Verification code: …`.
  func isLabel(_ word: String, _ name: String) -> Bool {
    let words = word + " " + name
    if let known = labels[ExactText(words)] { return known }
    let isLabel = !word.isEmpty && SecretName.matches(label: words)
    labels[ExactText(words)] = isLabel
    return isLabel
  }
}
