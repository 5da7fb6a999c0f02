import Foundation

/// The documents of the tables, each made by a generator with a fixed seed.
struct Documents {
  var random = Seeded(state: 42)

  private static let words = [
    "delectus", "aut", "autem", "quis", "ut", "nam", "facilis", "et", "officia", "qui", "fugiat", "veniam",
    "minus",
    "laboriosam", "mollitia", "quo", "adipisci", "ipsa", "sit", "voluptatem",
  ]

  mutating func sentence(_ count: Int) -> String {
    (0..<count).map { _ in Self.words.randomElement(using: &random) ?? "" }.joined(separator: " ")
  }

  mutating func hex(_ count: Int) -> String {
    String((0..<count).map { _ in "0123456789abcdef".randomElement(using: &random) ?? "0" })
  }

  mutating func todos() -> [Todo] {
    (1...200).map {
      Todo(
        userId: $0 / 20, id: $0, title: sentence(.random(in: 2...8, using: &random)), completed: $0 % 3 == 0)
    }
  }

  mutating func users() -> [User] {
    (1...100).map { id in
      User(
        id: id, name: sentence(2), username: sentence(1), email: "\(Self.words[id % 20])@example.com",
        address: .init(
          street: sentence(2), suite: "Apt. \(id)", city: sentence(1), zipcode: "\(10000 + id)-\(1000 + id)",
          geo: .init(lat: "-37.3159", lng: "81.1496")),
        phone: "1-770-736-8031 x56442", website: "hildegard.org",
        company: .init(name: "Romaguera-Crona", catchPhrase: sentence(5), bs: sentence(4)))
    }
  }

  mutating func events() -> [Event] {
    (1...100).map { id in
      let name = Self.words[id % 20]
      return Event(
        id: "\(2_489_651_045 + id)", type: "PushEvent",
        actor: .init(
          id: id * 1000, login: name, gravatar_id: "", url: "https://api.github.com/users/\(name)",
          avatar_url: "https://avatars.githubusercontent.com/u/\(id * 1000)?"),
        repo: .init(
          id: id * 77, name: "\(name)/\(name)", url: "https://api.github.com/repos/\(name)/\(name)"),
        payload: id % 4 == 0
          ? .init(push_id: nil, size: nil, ref: "main", head: nil, before: nil, commits: nil)
          : .init(
            push_id: 536_863_970 + id, size: 1, ref: "refs/heads/main", head: hex(40), before: hex(40),
            commits: [
              .init(
                sha: hex(40), author: .init(email: "\(name)@example.com", name: sentence(2)),
                message: sentence(7),
                distinct: true, url: "https://api.github.com/repos/\(name)/\(name)/commits/\(hex(40))")
            ]),
        public: true, created_at: "2015-01-01T15:00:\(10 + id % 50)Z")
    }
  }

  mutating func places() -> FeatureCollection {
    FeatureCollection(
      type: "FeatureCollection",
      features: (0..<40).map { _ in
        .init(
          type: "Feature", properties: ["name": sentence(2), "kind": sentence(1)],
          geometry: .init(
            type: "Polygon",
            coordinates: [
              (0..<50).map { _ in
                [
                  (Double.random(in: -180...180, using: &random) * 1e6).rounded() / 1e6,
                  (Double.random(in: -90...90, using: &random) * 1e6).rounded() / 1e6,
                ]
              }
            ]))
      })
  }

  /// One polygon of 56,000 points in full precision, of the shape of canada.
  mutating func coast() -> FeatureCollection {
    let rings = (0..<480).map { _ in
      (0..<116).map { _ in
        [Double.random(in: -141 ... -52, using: &random), Double.random(in: 41...83, using: &random)]
      }
    }
    return FeatureCollection(
      type: "FeatureCollection",
      features: [
        .init(
          type: "Feature", properties: ["name": "Canada"],
          geometry: .init(type: "Polygon", coordinates: rings))
      ])
  }

  mutating func chunk() -> ChatChunk {
    ChatChunk(
      id: "chatcmpl-9lLhx6Yk2lq0Yw1bVj0rTz", object: "chat.completion.chunk", created: 1_721_075_653,
      model: "gpt-4o-mini-2024", system_fingerprint: "fp_8b761cb050",
      choices: [.init(index: 0, delta: .init(role: nil, content: " quantum"), finish_reason: nil)])
  }

  mutating func text() -> [Article] {
    let pieces = [
      "Überraschung", "naïve \"quotes\"", "日本語テキスト", "line\nbreak\ttab", "emoji 👩‍🚀🚀", "plain ascii words",
      "/slashes/",
    ]
    return (0..<1000).map { id in
      Article(
        id: id, author: sentence(2),
        body: (0..<40).map { _ in
          (Bool.random(using: &random) ? pieces.randomElement(using: &random) : nil) ?? sentence(3)
        }
        .joined(separator: " "),
        tags: [sentence(1), sentence(1)])
    }
  }

  mutating func tree(_ depth: Int) -> TreeNode {
    TreeNode(
      name: sentence(1), weight: Double(Int.random(in: 0...1000, using: &random)) / 8,
      children: depth == 0 ? [] : (0..<3).map { _ in tree(depth - 1) })
  }

  mutating func chain(_ depth: Int) -> TreeNode {
    TreeNode(name: sentence(1), weight: 0.5, children: depth == 0 ? [] : [chain(depth - 1)])
  }

  mutating func sparse() -> [Sparse] {
    (0..<300).map { id in
      Sparse(
        a: id % 2 == 0 ? id : nil, b: id % 3 == 0 ? sentence(3) : nil, c: id % 2 == 0 ? Double(id) / 4 : nil,
        d: id % 5 == 0 ? true : nil, e: id % 4 == 0 ? [id, id + 1] : nil,
        f: id % 7 == 0 ? Todo(userId: 1, id: id, title: sentence(4), completed: false) : nil, g: id, h: nil)
    }
  }

  mutating func shapes() -> [Shape] {
    (0..<400).map { id in
      switch id % 4 {
      case 0: .circle(radius: Double(id) / 2)
      case 1: .rectangle(width: Double(id), height: 2.5)
      case 2: .label(text: sentence(2), size: id)
      default: .empty
      }
    }
  }

  mutating func dogs() -> [Dog] { (0..<300).map { Dog(name: sentence(1), breed: "breed \($0)") } }

  mutating func counts() -> [String: Int] {
    Dictionary(uniqueKeysWithValues: (0..<1000).map { ("\(Self.words[$0 % 20])\($0)", $0 * 31) })
  }

  mutating func prices() -> [String: Price] {
    Dictionary(
      uniqueKeysWithValues: (0..<300).map {
        ("item-\($0)", Price(amount: Double($0) * 1.25, currency: "EUR", quantity: $0))
      })
  }

  mutating func ints() -> [Int] {
    (0..<5000).map { _ in Int.random(in: -1_000_000...100_000_000, using: &random) }
  }

  mutating func doubles() -> [Double] {
    (0..<5000).map { _ in Double.random(in: -1000...1000, using: &random) }
  }

  mutating func strings() -> [String] { (0..<3000).map { _ in sentence(.random(in: 1...6, using: &random)) } }
}

/// Random numbers from a seed.
struct Seeded: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}
