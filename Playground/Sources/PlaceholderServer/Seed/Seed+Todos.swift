extension Seed {
  /// Returns 200 different todos, 20 per user, about two in five of them completed.
  static func todos() -> [Record] {
    var generator = SeedGenerator(seed: 0x70D0)
    return (1...200).map { id in
      let row = id * 73 % 200  // 73 and 200 share no divisor: every pair of task and ending comes once
      return [
        "userId": parent(of: id, size: 20),
        "id": .int(id),
        "title": .string(tasks[row % tasks.count] + endings[row / tasks.count]),
        "completed": .bool(Int.random(in: 0..<5, using: &generator) < 2),
      ]
    }
  }

  private static let endings = [
    "", " before lunch", " for the weekend", " with the neighbours", " once more",
  ]

  private static let tasks = [
    "Water the basil 🌱", "Call the dentist", "Oil the bicycle chain", "Return the library books",
    "Bake a loaf of rye bread", "Sort the photographs of the coast", "Repair the kitchen door",
    "Write a postcard to Ilse", "Buy crème fraîche and a lemon", "Clean the attic window",
    "Practise the kanji 東京 and 大阪", "Plan the walk round the lake", "Sharpen the garden shears",
    "Pick up the parcel", "Learn three chords", "Renew the passport", "Air the sleeping bags",
    "Label the jam jars", "Feed the cat next door", "Read the chapter on tides", "Mend the blue jacket",
    "Book the train to Łódź", "Weigh the suitcase", "Try the lentil soup", "Paint the fence",
    "Check the smoke alarm", "Plant the tulips", "Tidy the workbench", "Copy the old recordings",
    "Ask about the piano", "Fold the laundry", "Count the swifts on the roof", "Charge the head torch",
    "Wax the sledge", "Order new strings", "Draw a map of the valley", "Cook for four",
    "Measure the bookshelf", "Test the telescope", "Carry the bottles to the bank",
  ]
}
