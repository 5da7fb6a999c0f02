import Requisite
import Testing

@Suite("TransportRequest.ID", .timeLimit(.minutes(1)))
struct RequestIDTests {
  @Test("every call has an id of its own, whichever task makes it")
  func unique() async {
    let ids = await withTaskGroup(of: [TransportRequest.ID].self) { group in
      for _ in 0..<8 { group.addTask { (0..<5_000).map { _ in TransportRequest.ID() } } }
      return await group.reduce(into: Set<TransportRequest.ID>()) { $0.formUnion($1) }
    }
    #expect(ids.count == 40_000)
    // With random bits, about half of each kind: ten deviations allow for chance.
    let ones = ids.reduce(0) { $0 + $1.description.utf8.reduce(0) { $0 + ($1 >= UInt8(ascii: "8") ? 1 : 0) } }
    #expect(abs(ones - 640_000) < 6_000)
  }
}
