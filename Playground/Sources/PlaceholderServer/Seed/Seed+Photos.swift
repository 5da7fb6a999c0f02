extension Seed {
  /// Returns 100 albums, 10 per user.
  static func albums() -> [Record] {
    var generator = SeedGenerator(seed: 0xA1B0)
    return (1...100).map { id in
      [
        "userId": parent(of: id, size: 10),
        "id": .int(id),
        "title": .string(Sentence.title(using: &generator)),
      ]
    }
  }

  /// Returns 5000 photos, 50 per album.
  ///
  /// Their URLs lead nowhere by design (RFC 6761: `.example`).
  static func photos() -> [Record] {
    var generator = SeedGenerator(seed: 0xF070)
    return (1...5000).map { id in
      let colour = String(String(generator.next() & 0xFF_FFFF | 0x100_0000, radix: 16).dropFirst())
      return [
        "albumId": parent(of: id, size: 50),
        "id": .int(id),
        "title": .string(Sentence.title(using: &generator)),
        "url": "https://images.example/600/\(colour)",
        "thumbnailUrl": "https://images.example/150/\(colour)",
      ]
    }
  }
}
