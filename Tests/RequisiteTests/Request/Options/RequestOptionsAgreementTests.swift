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

  @Test("differ by each value that cannot be compared, such as a closure, and not by nil in its place")
  func opaque() {
    #expect(!with(\.opaque, Opaque()).agrees(with: with(\.opaque, Opaque())))
    #expect(!with(\.opaque, Opaque()).agrees(with: none))
    let watched = with(\.onProgress, { _ in })
    #expect(!watched.agrees(with: watched) && !watched.agrees(with: none) && !none.agrees(with: watched))
    #expect(with(\.onProgress, nil).agrees(with: with(\.onProgress, nil)))
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

private struct Opaque: Sendable {}
private enum OpaqueKey: RequestOptionKey { static let defaultValue = Opaque() }
extension RequestOptions {
  fileprivate var opaque: Opaque {
    get { self[OpaqueKey.self] }
    set { self[OpaqueKey.self] = newValue }
  }
}
