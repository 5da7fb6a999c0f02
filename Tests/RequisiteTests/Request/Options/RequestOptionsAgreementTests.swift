import Testing

@testable import Requisite

@Suite("Options of two calls")
struct RequestOptionsAgreementTests {
  private let none = RequestOptions()

  @Test("are equal if their comparable values are equal")
  func comparable() {
    #expect(none.agrees(with: none))
    #expect(with(\.timeout, .seconds(5)).agrees(with: with(\.timeout, .seconds(5))))
    #expect(with(\.timeout, nil).agrees(with: with(\.timeout, nil)))
    #expect(with(\.retry, .constant()).agrees(with: with(\.retry, .constant())))
    #expect(with(\.retry, .exponential()).agrees(with: with(\.retry, .exponential())))
  }

  @Test("differ if a value differs or is missing on one side")
  func different() {
    for other in [with(\.timeout, .seconds(6)), with(\.timeout, nil), none, with(\.maximumBodySize, 1)] {
      #expect(!with(\.timeout, .seconds(5)).agrees(with: other))
      #expect(!other.agrees(with: with(\.timeout, .seconds(5))))
    }
    #expect(!with(\.retry, .constant()).agrees(with: with(\.retry, .immediate())))
    #expect(!with(\.retry, .constant()).agrees(with: with(\.retry, .never)))
  }

  @Test("are equal by what the key of an option says of values that cannot be compared")
  func opaque() {
    #expect(
      with(\.opaque, Opaque(text: "a", note: 1)).agrees(with: with(\.opaque, Opaque(text: "a", note: 2))))
    #expect(
      !with(\.opaque, Opaque(text: "a", note: 1)).agrees(with: with(\.opaque, Opaque(text: "b", note: 1))))
    #expect(!with(\.opaque, Opaque(text: "a", note: 1)).agrees(with: none))
    #expect(with(\.retry, Unequal()).agrees(with: none) == false)
    #expect(!with(\.retry, Unequal()).agrees(with: with(\.retry, Unequal())))
    let watched = with(\.onProgress, { _ in })
    #expect(!watched.agrees(with: watched) && !watched.agrees(with: none) && !none.agrees(with: watched))
    #expect(with(\.onProgress, nil).agrees(with: with(\.onProgress, nil)))
  }

  @Test("are equal if one sets its default and the other none, except for the idle timeout")
  func defaults() {
    #expect(with(\.maximumBodySize, none.maximumBodySize).agrees(with: none))
    #expect(none.agrees(with: with(\.onProgress, nil)))
    #expect(
      !with(\.timeout, none.timeout).agrees(with: none) && !none.agrees(with: with(\.timeout, none.timeout)))
  }

  @Test("are equal if both have the same cookie jar, and not another one")
  func jars() {
    let jar = CookieJar()
    #expect(with(\.cookies, jar).agrees(with: with(\.cookies, jar)))
    #expect(!with(\.cookies, jar).agrees(with: with(\.cookies, CookieJar())))
    #expect(!with(\.cookies, jar).agrees(with: none))
  }

  @Test("do not differ by deadlines that several calls share, nor by the encoders of the request")
  func neutral() {
    let deadline = with(\.sharedDeadline, CallDeadline(.seconds(1)))
    #expect(deadline.agrees(with: with(\.sharedDeadline, CallDeadline(.seconds(1)))))
    #expect(deadline.agrees(with: none) && none.agrees(with: deadline))
    #expect(with(\.queryEncoder, QueryEncoder()).agrees(with: none))
    #expect(with(\.bodyEncoder, JSONCoding()).agrees(with: none))
  }

  private func with<Value>(_ option: WritableKeyPath<RequestOptions, Value>, _ value: Value) -> RequestOptions
  {
    none.with(option, value)
  }
}

private struct Unequal: RetryPolicy {
  func delay(after failure: FailedAttempt) -> Duration? { nil }
}

/// A value that is not `Equatable`.
private struct Opaque: Sendable {
  var text = ""
  var note = 0
}

private enum OpaqueKey: RequestOptionKey {
  static let defaultValue = Opaque()
  static func mayShareResponse(_ left: Opaque, _ right: Opaque) -> Bool { left.text == right.text }
}

extension RequestOptions {
  fileprivate var opaque: Opaque {
    get { self[OpaqueKey.self] }
    set { self[OpaqueKey.self] = newValue }
  }
}
