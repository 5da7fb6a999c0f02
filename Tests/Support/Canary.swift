import Foundation

/// The secret of the tests, used for every password, token and key that must not be printed.
///
/// No output of a whole run of the tests may contain it; `.ci/check-secrets` looks. So that there is something to look
/// at, ``speak(_:)`` prints what a value of the library says of itself, where `REQUISITE_ALOUD` is set.
public enum Canary {
  /// The secret. It is made of what needs no escaping in a URL, a form, JSON or a shell.
  public static let secret = "canary-7f3a"

  /// Everything that a value prints as, which is also written to standard output where `REQUISITE_ALOUD` is set.
  public static func speak(_ value: Any) -> String {
    var text = "\(value)\n\(String(reflecting: value))\n"
    dump(value, to: &text)
    say(text, of: value)
    return text
  }

  /// Whether a value prints as the secret somewhere.
  public static func isHeard(in value: Any) -> Bool {
    speak(value).contains(secret)
  }

  private static func say(_ text: String, of value: Any) {
    guard ProcessInfo.processInfo.environment["REQUISITE_ALOUD"] != nil else { return }
    // One call to print, so that what several tests say at a time stays apart.
    print("aloud: \(type(of: value))\n\(text)aloud.")
  }
}
