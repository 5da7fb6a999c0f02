/// The hand-written part of a user; the other members are computed from the id.
struct Person {
  var name: String
  var username: String
  var street: String
  var city: String
  var company: String
  var motto: String
  var trade: String
}

extension Seed {
  static let people = [
    Person(
      name: "Marit Solheim", username: "Marit", street: "Ferry Lane", city: "Ahrensholm",
      company: "Solheim Boats", motto: "Planks that remember the tree", trade: "build small wooden boats"),
    Person(
      name: "Tomás Arrieta", username: "Arrieta", street: "Plaza del Pozo", city: "Valdelluna",
      company: "Pozo Print", motto: "One sheet, two sides, no hurry", trade: "print posters by hand"),
    Person(
      name: "Ji-woo Han", username: "Jiwoo_H", street: "Persimmon Road", city: "Saebyeok",
      company: "Hanji Paper", motto: "Made to be folded", trade: "press mulberry paper"),
    Person(
      name: "Adaeze Obi", username: "Adaeze", street: "Kingfisher Close", city: "Umuleri Bay",
      company: "Obi and Daughters", motto: "Measured twice by two of us", trade: "tailor work clothes"),
    Person(
      name: "Piet van der Laan", username: "PietvdL", street: "Dijkweg", city: "Oosterwiel",
      company: "Laan Pumps", motto: "Dry feet since long ago", trade: "keep polders dry"),
    Person(
      name: "Yasmin Haddad", username: "yhaddad", street: "Cedar Steps", city: "Bayt Zaytun",
      company: "Zaytun Oil", motto: "Pressed on the day", trade: "press olives"),
    Person(
      name: "Zofia Wrzosek", username: "Zofia.W", street: "Ulica Lipowa", city: "Borowiec",
      company: "Lipowa Honey", motto: "Ask the bees", trade: "keep forty hives"),
    Person(
      name: "Kaimana Keola", username: "kaimana", street: "Breakwater Drive", city: "Hale Nalu",
      company: "Keola Nets", motto: "Holes of the right size", trade: "knot fishing nets"),
    Person(
      name: "Ragnhild Østby", username: "ragnhild", street: "Fjellveien", city: "Tverrdal",
      company: "Tverrdal Signals", motto: "You can hear us coming", trade: "tune church bells"),
    Person(
      name: "Owen Prydderch", username: "OwenP", street: "Slate Terrace", city: "Cwm Derwen",
      company: "Derwen Roofs", motto: "Rain is somebody else's problem", trade: "split slates"),
  ]
}
