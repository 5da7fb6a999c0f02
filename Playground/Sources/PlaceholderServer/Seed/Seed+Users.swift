extension Seed {
  /// Returns 10 users, each with a nested address, coordinates and a company.
  static func users() -> [Record] {
    people.enumerated().map { index, person in user(person, id: index + 1) }
  }

  private static func user(_ person: Person, id: Int) -> Record {
    let domain = (person.company.split(separator: " ").last ?? "").lowercased() + ".example"
    return [
      "id": .int(id),
      "name": .string(person.name),
      "username": .string(person.username),
      "email": "\(person.username.lowercased())@\(domain)",
      "address": .object(address(of: person, id: id)),
      "phone": "555-01\(id + 10) x\(id * 731 % 1000)",
      "website": .string(domain),
      "company": .object([
        "name": .string(person.company),
        "catchPhrase": .string(person.motto),
        "bs": .string(person.trade),
      ]),
    ]
  }

  private static func address(of person: Person, id: Int) -> Record {
    [
      "street": .string(person.street),
      "suite": "Apt. \(id * 37 % 90 + 10)",
      "city": .string(person.city),
      "zipcode": "\(10_000 + id * 7_919)",
      "geo": .object([
        "lat": "\(id * 13 % 80 - 35).\(1000 + id * 613)",
        "lng": "\(id * 29 % 160 - 75).\(1000 + id * 829)",
      ]),
    ]
  }
}
