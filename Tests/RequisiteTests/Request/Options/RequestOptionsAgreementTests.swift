import Testing

@testable import Requisite

@Suite("Options of two calls")
struct RequestOptionsAgreementTests {
  private let none = RequestOptions()

  @Test("are equal if their comparable values are equal")
  func comparable() {
    #expect(none.mayShareResponse(with: none))
    #expect(with(\.timeout, .seconds(5)).mayShareResponse(with: with(\.timeout, .seconds(5))))
    #expect(with(\.timeout, nil).mayShareResponse(with: with(\.timeout, nil)))
    #expect(with(\.retry, .constant()).mayShareResponse(with: with(\.retry, .constant())))
    #expect(with(\.retry, .exponential()).mayShareResponse(with: with(\.retry, .exponential())))
  }

  @Test("differ if a value differs or is missing on one side")
  func different() {
    for other in [with(\.timeout, .seconds(6)), with(\.timeout, nil), none, with(\.maximumBodySize, 1)] {
      #expect(!with(\.timeout, .seconds(5)).mayShareResponse(with: other))
      #expect(!other.mayShareResponse(with: with(\.timeout, .seconds(5))))
    }
    #expect(!with(\.retry, .constant()).mayShareResponse(with: with(\.retry, .immediate())))
    #expect(!with(\.retry, .constant()).mayShareResponse(with: with(\.retry, .never)))
  }

  @Test("are equal by what the key of an option says of values that cannot be compared")
  func opaque() {
    #expect(
      with(\.opaque, Opaque(text: "a", note: 1)).mayShareResponse(
        with: with(\.opaque, Opaque(text: "a", note: 2))))
    #expect(
      !with(\.opaque, Opaque(text: "a", note: 1)).mayShareResponse(
        with: with(\.opaque, Opaque(text: "b", note: 1))))
    #expect(!with(\.opaque, Opaque(text: "a", note: 1)).mayShareResponse(with: none))
    #expect(with(\.retry, Unequal()).mayShareResponse(with: none) == false)
    #expect(!with(\.retry, Unequal()).mayShareResponse(with: with(\.retry, Unequal())))
    let watched = with(\.onProgress, { _ in })
    #expect(
      !watched.mayShareResponse(with: watched) && !watched.mayShareResponse(with: none)
        && !none.mayShareResponse(with: watched))
    #expect(with(\.onProgress, nil).mayShareResponse(with: with(\.onProgress, nil)))
  }

  @Test("are equal if one sets its default and the other none, except for the idle timeout")
  func defaults() {
    #expect(with(\.maximumBodySize, none.maximumBodySize).mayShareResponse(with: none))
    #expect(none.mayShareResponse(with: with(\.onProgress, nil)))
    #expect(
      !with(\.timeout, none.timeout).mayShareResponse(with: none)
        && !none.mayShareResponse(with: with(\.timeout, none.timeout)))
  }

  @Test("are equal if both have the same cookie jar, and not another one")
  func jars() {
    let jar = CookieJar()
    #expect(with(\.cookies, jar).mayShareResponse(with: with(\.cookies, jar)))
    #expect(!with(\.cookies, jar).mayShareResponse(with: with(\.cookies, CookieJar())))
    #expect(!with(\.cookies, jar).mayShareResponse(with: none))
  }

  @Test("do not differ by deadlines that several calls share, nor by the encoders of the request")
  func neutral() {
    let deadline = with(\.sharedDeadline, CallDeadline(.seconds(1)))
    #expect(deadline.mayShareResponse(with: with(\.sharedDeadline, CallDeadline(.seconds(1)))))
    #expect(deadline.mayShareResponse(with: none) && none.mayShareResponse(with: deadline))
    #expect(with(\.queryEncoder, QueryEncoder()).mayShareResponse(with: none))
    #expect(with(\.bodyEncoder, JSONCoding()).mayShareResponse(with: none))
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
