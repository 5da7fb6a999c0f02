extension Seed {
  /// Returns 100 posts, 10 per user.
  static func posts() -> [Record] {
    var generator = SeedGenerator(seed: 0x9057)
    return (1...100).map { id in
      [
        "userId": parent(of: id, size: 10),
        "id": .int(id),
        "title": .string(Sentence.title(using: &generator)),
        "body": .string(Sentence.paragraph(of: 4, using: &generator)),
      ]
    }
  }

  /// Returns 500 comments, 5 per post.
  static func comments() -> [Record] {
    var generator = SeedGenerator(seed: 0xC0B3)
    return (1...500).map { id in
      let author = generator.pick(["ana", "bo", "cem", "dora", "eli", "fay", "gus", "hana", "ivo", "jun"])
      return [
        "postId": parent(of: id, size: 5),
        "id": .int(id),
        "name": .string(Sentence.title(using: &generator)),
        "email": "\(author)\(id)@example.org",
        "body": .string(Sentence.paragraph(of: 3, using: &generator)),
      ]
    }
  }
}
