// expect: error: type 'OnSendKey' does not conform to protocol 'RequestOptionKey'
// A value that cannot be compared would keep each call from sharing a request, and nothing would say so.
import Requisite

enum OnSendKey: RequestOptionKey {
  static let defaultValue: (@Sendable () -> Void)? = nil
}
