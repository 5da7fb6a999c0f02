/// The result of a search for tweets, of the shape of twitter: many short strings, of which many are not ASCII.
struct Tweets: Codable, Equatable {
  struct Metadata: Codable, Equatable {
    var result_type: String
    var iso_language_code: String
  }
  struct Mention: Codable, Equatable {
    var screen_name: String
    var name: String
    var id: Int
    var id_str: String
    var indices: [Int]
  }
  struct Link: Codable, Equatable {
    var url: String
    var expanded_url: String
    var display_url: String
    var indices: [Int]
  }
  struct Entities: Codable, Equatable {
    var hashtags: [String]
    var symbols: [String]
    var urls: [Link]
    var user_mentions: [Mention]
  }
  struct Author: Codable, Equatable {
    var id: Int
    var id_str: String
    var name: String
    var screen_name: String
    var location: String
    var description: String
    var url: String?
    var protected: Bool
    var followers_count: Int
    var friends_count: Int
    var listed_count: Int
    var created_at: String
    var favourites_count: Int
    var utc_offset: Int?
    var time_zone: String?
    var geo_enabled: Bool
    var verified: Bool
    var statuses_count: Int
    var lang: String
    var profile_background_color: String
    var profile_image_url: String
    var profile_image_url_https: String
    var profile_link_color: String
    var default_profile: Bool
    var following: Bool
  }
  struct Tweet: Codable, Equatable {
    var metadata: Metadata
    var created_at: String
    var id: Int
    var id_str: String
    var text: String
    var source: String
    var truncated: Bool
    var in_reply_to_status_id: Int?
    var in_reply_to_screen_name: String?
    var user: Author
    var retweet_count: Int
    var favorite_count: Int
    var entities: Entities
    var favorited: Bool
    var retweeted: Bool
    var possibly_sensitive: Bool?
    var lang: String
  }
  struct Search: Codable, Equatable {
    var completed_in: Double
    var max_id: Int
    var query: String
    var count: Int
  }
  var statuses: [Tweet]
  var search_metadata: Search
}

extension Documents {
  private static let pieces = [
    "名前:前田あゆみ", "第一印象:なんか怖っ！", "今の印象:とりあえずキモい。", "好きなところ:ぶすでキモいとこ😋✨✨", "最後に一言:", "お返事まってるよ！",
    "フォローしてね", "RT", "via @aym0566x", "ありがとう（笑）",
  ]

  /// A hundred tweets.
  mutating func tweets() -> Tweets {
    Tweets(
      statuses: (0..<100).map { tweet($0) },
      search_metadata: .init(
        completed_in: 0.087, max_id: 505_874_924_095_815_700, query: "%E4%B8%80", count: 100))
  }

  mutating func tweet(_ number: Int) -> Tweets.Tweet {
    let id = 505_874_924_095_815_700 - number * 8_388_608
    return Tweets.Tweet(
      metadata: .init(result_type: "recent", iso_language_code: "ja"),
      created_at: "Sun Aug 31 00:29:15 +0000 2014", id: id, id_str: "\(id)", text: phrase(6),
      source: "<a href=\"http://twitter.com/download/iphone\" rel=\"nofollow\">Twitter for iPhone</a>",
      truncated: false, in_reply_to_status_id: number % 3 == 0 ? id - 1 : nil,
      in_reply_to_screen_name: number % 3 == 0 ? "aym0566x" : nil, user: author(number),
      retweet_count: number * 7 % 90, favorite_count: number % 5,
      entities: .init(
        hashtags: [], symbols: [], urls: number % 2 == 0 ? [link(number)] : [],
        user_mentions: (0..<(number % 3)).map { mention($0) }),
      favorited: false, retweeted: false, possibly_sensitive: number % 2 == 0 ? false : nil, lang: "ja")
  }

  private mutating func phrase(_ count: Int) -> String {
    (0..<count).map { _ in Self.pieces.randomElement(using: &random) ?? "" }.joined(separator: "\n")
  }

  private mutating func author(_ number: Int) -> Tweets.Author {
    let id = 1_186_275_104 + number
    return Tweets.Author(
      id: id, id_str: "\(id)", name: phrase(1), screen_name: "ayuu\(number)", location: phrase(1),
      description: phrase(3), url: number % 4 == 0 ? "http://t.co/\(hex(10))" : nil, protected: false,
      followers_count: number * 262, friends_count: number * 252, listed_count: number % 7,
      created_at: "Sat Feb 16 13:40:25 +0000 2013", favourites_count: number * 235,
      utc_offset: number % 2 == 0 ? 32_400 : nil, time_zone: number % 2 == 0 ? "Tokyo" : nil,
      geo_enabled: false, verified: false, statuses_count: number * 1769, lang: "en",
      profile_background_color: "C0DEED",
      profile_image_url: "http://pbs.twimg.com/profile_images/\(id)/\(hex(8))_normal.jpeg",
      profile_image_url_https: "https://pbs.twimg.com/profile_images/\(id)/\(hex(8))_normal.jpeg",
      profile_link_color: "0084B4", default_profile: true, following: false)
  }

  private mutating func link(_ number: Int) -> Tweets.Link {
    .init(
      url: "http://t.co/\(hex(10))", expanded_url: "http://blog.example.com/archives/\(number).html",
      display_url: "blog.example.com/archives/\(number)…", indices: [33, 55])
  }

  private mutating func mention(_ number: Int) -> Tweets.Mention {
    .init(
      screen_name: "aym0566x", name: phrase(1), id: 866_260_188 + number, id_str: "\(866_260_188 + number)",
      indices: [0, 9])
  }
}
