import Foundation
import RequisiteJSON
import Testing

/// A variable of type `Person.Type` may hold the metatype of a subclass, whose `init(from:)` is the one to call.
@Suite("A value is decoded as the metatype says") struct SubclassTests {
  private class Person: Decodable {
    let name: String
    enum Keys: CodingKey { case name, role, boss, staff }
    required init(from decoder: any Decoder) throws {
      name = try decoder.container(keyedBy: Keys.self).decode(String.self, forKey: .name)
    }
  }

  private final class Employee: Person {
    let role: String
    required init(from decoder: any Decoder) throws {
      role = try decoder.container(keyedBy: Keys.self).decode(String.self, forKey: .role)
      try super.init(from: decoder)
    }
  }

  private struct Wrapped: Decodable {
    let person: Person
    init(from decoder: any Decoder) throws {
      let type: Person.Type = Employee.self
      person = try decoder.singleValueContainer().decode(type)
    }
  }

  private struct Team: Decodable {
    var people: [Person] = []
    init(from decoder: any Decoder) throws {
      let type: Person.Type = Employee.self
      let members = try decoder.container(keyedBy: Person.Keys.self)
      people.append(try members.decode(type, forKey: .boss))
      if let boss = try members.decodeIfPresent(type, forKey: .boss) { people.append(boss) }
      var staff = try members.nestedUnkeyedContainer(forKey: .staff)
      people.append(try staff.decode(type))
      if let last = try staff.decodeIfPresent(type) { people.append(last) }
    }
  }

  private static let ada = #"{"name":"Ada","role":"lead"}"#

  @Test("at the top, in each kind of container, as JSONDecoder does")
  func subclass() throws {
    let type: Person.Type = Employee.self
    let person = Data(Self.ada.utf8)
    let team = Data(#"{"boss":\#(Self.ada),"staff":[\#(Self.ada),\#(Self.ada)]}"#.utf8)
    let (json, theirs) = (JSONCoding(), JSONDecoder())
    #expect(try json.decode(type, from: person) is Employee && theirs.decode(type, from: person) is Employee)
    #expect(try json.decode(Person.self, from: person) is Employee == false)
    #expect(try json.decode(Wrapped.self, from: person).person is Employee)
    #expect(try theirs.decode(Wrapped.self, from: person).person is Employee)
    for people in [
      try json.decode(Team.self, from: team).people, try theirs.decode(Team.self, from: team).people,
    ] {
      // A keyed container of the standard library passes the static type on, whatever the metatype.
      #expect(people.map { $0 is Employee } == [false, false, true, true])
    }
    #expect(throws: DecodingError.self) { try json.decode(type, from: Data(#"{"name":"Ada"}"#.utf8)) }
  }
}
