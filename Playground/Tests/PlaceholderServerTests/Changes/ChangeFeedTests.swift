import Testing

@testable import PlaceholderServer

@Suite(.timeLimit(.minutes(1))) struct ChangeFeedTests {
  @Test("A watcher receives a greeting, and then each change in order")
  func order() async throws {
    var feed = ChangeFeed()
    let eventsStream = feed.watch(after: nil, records: 200, limit: 1)
    var events = try #require(eventsStream).makeAsyncIterator()
    feed.publish(.added, ["id": 201])
    feed.publish(.deleted, ["id": 201])
    let (first, second, third) = (await events.next(), await events.next(), await events.next())
    #expect(first?.event == "retry: 1000\nevent: watching\ndata: { \"records\": 200 }\n\n")
    #expect(first?.message == #"{ "event": "watching", "records": 200 }"#)
    #expect(second?.event == "id: 1\nevent: added\ndata: { \"id\": 201 }\n\n")
    #expect(second?.message == #"{ "event": "added", "record": { "id": 201 } }"#)
    #expect(third == .change(Change(id: 2, kind: .deleted, record: ["id": 201])))
  }

  @Test(
    "A watcher that reconnects receives the changes that it missed, a new one receives only later changes")
  func missed() async throws {
    var feed = ChangeFeed()
    for id in 1...3 { feed.publish(.changed, ["id": .int(id)]) }
    let eventsStream = feed.watch(after: 2, records: 3, limit: 9)
    var events = try #require(eventsStream).makeAsyncIterator()
    let othersStream = feed.watch(after: nil, records: 3, limit: 9)
    var others = try #require(othersStream).makeAsyncIterator()
    feed.publish(.changed, ["id": 4])
    _ = await (events.next(), others.next())
    #expect(await events.next() == .change(Change(id: 3, kind: .changed, record: ["id": 3])))
    #expect(await others.next() == .change(Change(id: 4, kind: .changed, record: ["id": 4])))
  }

  @Test("The number of watchers is limited, and a watcher that leaves makes room")
  func limit() async throws {
    var feed = ChangeFeed()
    var events = feed.watch(after: nil, records: 0, limit: 1)
    let second = feed.watch(after: nil, records: 0, limit: 1)
    #expect(second == nil)
    events = nil
    _ = events
    feed.publish(.added, ["id": 1])
    let third = feed.watch(after: nil, records: 0, limit: 1)
    #expect(third != nil)
  }
}
