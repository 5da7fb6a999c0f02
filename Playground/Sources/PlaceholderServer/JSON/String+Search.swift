import Foundation

extension String {
  func containsIgnoringCase(_ needle: String) -> Bool {
    range(of: needle, options: .caseInsensitive) != nil
  }
}
