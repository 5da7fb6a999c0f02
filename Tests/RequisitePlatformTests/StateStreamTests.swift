import RequisitePlatform
import Testing

@Suite("States and their followers", .timeLimit(.minutes(1)))
struct StateStreamTests {
  @Test(
    "changes that are delivered together arrive in their order, and a new follower gets only what is later")
  func order() async {
    let stream = StateStream(0)
    var early = stream.states().makeAsyncIterator()
    stream.change(to: 1)
    stream.change(to: 2)
    var late = stream.states().makeAsyncIterator()
    stream.set(3)
    for expected in 0...3 { #expect(await early.next() == expected) }
    for expected in 2...3 { #expect(await late.next() == expected) }
  }

  @Test("however many threads change the state, each follower ends with the present one")
  func threads() async {
    for _ in 0..<200 {
      let stream = StateStream(0)
      let followers = (0..<2).map { _ in stream.states() }
      await withTaskGroup(of: Void.self) { group in
        for task in 1...4 { group.addTask { for number in 1...20 { stream.set(100 * task + number) } } }
      }
      let last = stream.state
      stream.set(-1)
      for follower in followers {
        var states: [Int] = []
        for await state in follower {
          if state == -1 { break }
          states.append(state)
        }
        #expect(states.last == last)
      }
    }
  }

  private final class Mark: Sendable {}

  @Test("the followers of a stream that is released end, and one that leaves is forgotten")
  func ends() async {
    var stream: StateStream<Int>? = StateStream(0)
    let states = stream?.states()
    stream = nil
    var seen: [Int] = []
    if let states { for await state in states { seen.append(state) } }
    #expect(stream == nil && seen == [0])

    let marks = StateStream<Mark>()
    weak var first: Mark?
    do {
      let mark = Mark()
      first = mark
      marks.set(mark)
    }
    _ = marks.states()
    marks.set(Mark())
    #expect(first == nil)
  }
}
