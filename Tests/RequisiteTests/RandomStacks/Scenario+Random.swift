import RequisiteTesting

extension Scenario {
  static let users = ["ann", "bob", "cat"]

  /// Creates the scenario of a seed.
  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    self.seed = seed
    isShuffled = random.chance(3)
    base = random.one([.terminal, .terminal, .terminal, .terminal, .plain, .signing])
    stacks = (0..<(random.chance(4) ? 2 : 1)).map { _ in
      (0..<(1 + random.index(below: 9))).map { _ in .random(&random) }
    }
    refresh = random.one([.local, .post, .post, .get(random.index(below: 2))])
    lifetime = random.one([3, 20, 1_000])
    startsWithToken = random.chance(2)
    let count = stacks.count
    steps = (0..<(2 + random.index(below: 9))).map { _ in .random(&random, stacks: count) }
    answers = (0..<random.index(below: 12)).map { _ in .random(&random) }
  }
}

extension SeededGenerator {
  mutating func one<Value>(_ values: [Value]) -> Value { values[index(below: values.count)] }
}

extension Step {
  static func random(_ random: inout SeededGenerator, stacks: Int) -> Step {
    let time = random.one([0, 0, 0, 1, 1, 2, 5, 10, 30])
    return switch random.index(below: 16) {
    case 0, 1: Step(at: time, kind: .login(random.one(Scenario.users)))
    case 2: Step(at: time, kind: .logout)
    case 3 where random.chance(4): Step(at: time, kind: .clearCaches)
    default: Step(at: time, kind: .call(.random(&random, stacks: stacks)))
    }
  }
}

extension Call {
  static func random(_ random: inout SeededGenerator, stacks: Int) -> Call {
    var call = Call()
    call.stack = random.index(below: stacks)
    call.method = random.one([.get, .get, .get, .get, .get, .get, .head, .post, .put])
    call.resource = random.index(below: 2)
    switch random.index(below: 8) {
    case 0: call.reading = .stream(chunks: random.index(below: 5), pause: random.index(below: 3))
    case 1: call.reading = .file
    default: break
    }
    switch call.method {
    case .post, .put: call.sending = random.one([.data, .data, .once, .again])
    case .get: call.isForPart = random.chance(12)
    default: break
    }
    if random.chance(8) {
      let slot: Slot = random.one([.authorization, .key, .session])
      call.own = Own(slot: slot, user: random.one(Scenario.users))
    }
    if random.chance(8) { call.language = random.one(["de", "en"]) }
    call.isRaw = random.chance(12)
    if random.chance(6) {
      call.mode = random.one([
        .reload, .revalidate, .noStore, .onlyIfCached, .preferStale, .staleIfError(.seconds(60)),
      ])
    }
    if random.chance(6) { call.priority = random.one([.low, .high]) }
    if random.chance(4) { call.deadline = random.one([1, 2, 10]) }
    if random.chance(8) { call.cancelledAfter = random.one([0, 1, 3]) }
    call.take(.random(&random))
    call.hasCredentials = call.way != .sent && random.chance(4)
    return call
  }

  private mutating func take(_ way: Way) {
    self.way = way
    switch way {
    case .sent, .dispatched, .pages: return
    case .downloaded: break
    // A server that sends no event is asked for ever.
    case .events: cancelledAfter = cancelledAfter ?? 20
    }
    (method, reading, sending, isForPart, isRaw) = (.get, .buffered, .data, false, false)
  }
}

extension Call.Way {
  fileprivate static func random(_ random: inout SeededGenerator) -> Call.Way {
    switch random.index(below: 12) {
    case 0, 1: .dispatched(attempts: 1 + random.index(below: 3), wait: random.index(below: 3))
    case 2: .downloaded(attempts: 1 + random.index(below: 3), wait: random.index(below: 3))
    case 3, 4: .pages(2 + random.index(below: 3))
    case 5: .events(1 + random.index(below: 4))
    default: .sent
    }
  }
}

extension ServerAnswer {
  static func random(_ random: inout SeededGenerator) -> ServerAnswer {
    var answer = ServerAnswer()
    answer.kind = random.one([
      .fresh, .fresh, .fresh, .validated, .staleWhileRevalidate, .variesByUser, .variesByLanguage,
      .uncacheable, .otherPart,
      .cut, .cut, .refused, .lost, .unauthorized, .unauthorized, .challenge, .forbidden, .tooMany,
      .unavailable,
      .broken,
      .unsupported, .redirect(302, abroad: false), .redirect(307, abroad: false),
      .redirect(302, abroad: true),
    ])
    answer.delay = random.one([0, 0, 0, 1, 1, 4, 500])
    answer.setsCookie = random.chance(8)
    answer.linksAbroad = random.chance(4)
    return answer
  }
}
