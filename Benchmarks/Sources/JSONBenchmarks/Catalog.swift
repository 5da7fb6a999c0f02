/// A catalogue of events and performances, of the shape of citm_catalog: dictionaries by number, and many small integers.
struct Catalog: Codable, Equatable {
  struct Event: Codable, Equatable {
    var id: Int
    var name: String
    var logo: String?
    var description: String?
    var subtitle: String?
    var subjectCode: String?
    var topicIds: [Int]
    var subTopicIds: [Int]
  }
  struct Price: Codable, Equatable {
    var amount: Int
    var audienceSubCategoryId: Int
    var seatCategoryId: Int
  }
  struct Area: Codable, Equatable {
    var areaId: Int
    var blockIds: [Int]
  }
  struct SeatCategory: Codable, Equatable {
    var areas: [Area]
    var seatCategoryId: Int
  }
  struct Performance: Codable, Equatable {
    var id: Int
    var eventId: Int
    var logo: String?
    var name: String?
    var prices: [Price]
    var seatCategories: [SeatCategory]
    var seatMapImage: String?
    var start: Int
    var venueCode: String
  }
  var areaNames: [String: String]
  var audienceSubCategoryNames: [String: String]
  var blockNames: [String: String]
  var events: [String: Event]
  var performances: [Performance]
  var seatCategoryNames: [String: String]
  var topicNames: [String: String]
  var topicSubTopics: [String: [Int]]
  var venueNames: [String: String]
}

extension Documents {
  /// 184 events and 243 performances, of 480 KB.
  mutating func catalog() -> Catalog {
    Catalog(
      areaNames: names(17, from: 205_705_993), audienceSubCategoryNames: names(1, from: 337_100_890),
      blockNames: names(40, from: 339_420_805), events: events(184), performances: performances(243),
      seatCategoryNames: names(64, from: 338_937_235), topicNames: names(4, from: 107_888_604),
      topicSubTopics: numbers(4), venueNames: names(2, from: 42))
  }

  private mutating func names(_ count: Int, from first: Int) -> [String: String] {
    Dictionary(uniqueKeysWithValues: (0..<count).map { ("\(first + $0)", sentence(3)) })
  }

  private mutating func numbers(_ count: Int) -> [String: [Int]] {
    Dictionary(uniqueKeysWithValues: (0..<count).map { ("\(107_888_604 + $0)", ids(4)) })
  }

  private mutating func ids(_ count: Int) -> [Int] {
    (0..<count).map { _ in Int.random(in: 337_000_000...342_999_999, using: &random) }
  }

  private mutating func events(_ count: Int) -> [String: Catalog.Event] {
    let events = ids(count).map { id in
      Catalog.Event(
        id: id, name: sentence(4), logo: id % 2 == 0 ? "/images/UE0AAAAACEKo6QAAAAZDSVRN" : nil,
        description: nil, subtitle: nil, subjectCode: nil, topicIds: ids(2), subTopicIds: ids(4))
    }
    return Dictionary(events.map { ("\($0.id)", $0) }) { first, _ in first }
  }

  private mutating func performances(_ count: Int) -> [Catalog.Performance] {
    ids(count).map { id in
      let seats = ids(8)
      return Catalog.Performance(
        id: id, eventId: id - 1, logo: id % 4 == 0 ? "/images/UE0AAAAACEKo8QAAAAVDSVRN" : nil, name: nil,
        prices: seats.map {
          Catalog.Price(amount: 90_250, audienceSubCategoryId: 337_100_890, seatCategoryId: $0)
        },
        seatCategories: seats.map { seat in
          Catalog.SeatCategory(
            areas: ids(5).map { Catalog.Area(areaId: $0, blockIds: $0 % 3 == 0 ? [$0 + 1] : []) },
            seatCategoryId: seat)
        },
        seatMapImage: nil, start: 1_372_701_600_000 + id, venueCode: "PLEYEL_PLEYEL")
    }
  }
}
