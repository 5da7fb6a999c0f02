/// Generates sentences from lists of words, so that no text needs a licence.
enum Sentence {
  /// Returns a title such as `the quiet harbour waits`.
  static func title(using generator: inout SeedGenerator) -> String {
    [
      generator.pick(articles), generator.pick(qualities), generator.pick(things), generator.pick(actions),
    ].joined(separator: " ")
  }

  /// Returns `count` sentences, one per line.
  static func paragraph(of count: Int, using generator: inout SeedGenerator) -> String {
    (0..<count).map { _ in
      let sentence = title(using: &generator) + " " + generator.pick(circumstances)
      return sentence.prefix(1).uppercased() + sentence.dropFirst() + "."
    }.joined(separator: "\n")
  }

  private static let articles = ["the", "one", "every", "our", "that"]
  private static let qualities = [
    "quiet", "patient", "narrow", "borrowed", "early", "silver", "crooked", "warm", "distant", "plain",
    "second", "careful", "windy", "half-built", "green",
  ]
  private static let things = [
    "harbour", "ladder", "orchard", "letter", "kettle", "lighthouse", "timetable", "river", "workshop",
    "lantern", "meadow", "violin", "bridge", "sparrow", "drawer", "compass", "chimney", "market",
  ]
  private static let actions = [
    "waits", "turns", "opens", "hums", "leans", "returns", "drifts", "settles", "answers", "glows", "listens",
    "grows",
  ]
  private static let circumstances = [
    "before the rain", "behind the station", "without a word", "under the old roof", "for the third time",
    "between two hills", "as the bells ring", "at the edge of town", "until somebody asks", "by candlelight",
  ]
}
