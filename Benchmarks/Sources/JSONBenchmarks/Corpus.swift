import Foundation

/// The types and documents that the tables are made of. Every document is made by a seeded generator.
struct Todo: Codable, Equatable {
  var userId: Int
  var id: Int
  var title: String
  var completed: Bool
}

struct User: Codable, Equatable {
  struct Geo: Codable, Equatable {
    var lat: String
    var lng: String
  }
  struct Address: Codable, Equatable {
    var street: String
    var suite: String
    var city: String
    var zipcode: String
    var geo: Geo
  }
  struct Company: Codable, Equatable {
    var name: String
    var catchPhrase: String
    var bs: String
  }
  var id: Int
  var name: String
  var username: String
  var email: String
  var address: Address
  var phone: String
  var website: String
  var company: Company
}

struct Event: Codable, Equatable {
  struct Actor: Codable, Equatable {
    var id: Int
    var login: String
    var gravatar_id: String
    var url: String
    var avatar_url: String
  }
  struct Repo: Codable, Equatable {
    var id: Int
    var name: String
    var url: String
  }
  struct Commit: Codable, Equatable {
    struct Author: Codable, Equatable {
      var email: String
      var name: String
    }
    var sha: String
    var author: Author
    var message: String
    var distinct: Bool
    var url: String
  }
  struct Payload: Codable, Equatable {
    var push_id: Int?
    var size: Int?
    var ref: String?
    var head: String?
    var before: String?
    var commits: [Commit]?
  }
  var id: String
  var type: String
  var actor: Actor
  var repo: Repo
  var payload: Payload
  var `public`: Bool
  var created_at: String
}

struct FeatureCollection: Codable, Equatable {
  struct Geometry: Codable, Equatable {
    var type: String
    var coordinates: [[[Double]]]
  }
  struct Feature: Codable, Equatable {
    var type: String
    var properties: [String: String]
    var geometry: Geometry
  }
  var type: String
  var features: [Feature]
}

struct ChatChunk: Codable, Equatable {
  struct Delta: Codable, Equatable {
    var role: String?
    var content: String?
  }
  struct Choice: Codable, Equatable {
    var index: Int
    var delta: Delta
    var finish_reason: String?
  }
  var id: String
  var object: String
  var created: Int
  var model: String
  var system_fingerprint: String?
  var choices: [Choice]
}

struct Article: Codable, Equatable {
  var id: Int
  var author: String
  var body: String
  var tags: [String]
}

final class TreeNode: Codable {
  var name: String
  var weight: Double
  var children: [TreeNode]
  init(name: String, weight: Double, children: [TreeNode]) {
    self.name = name
    self.weight = weight
    self.children = children
  }
}

struct Sparse: Codable, Equatable {
  var a: Int?
  var b: String?
  var c: Double?
  var d: Bool?
  var e: [Int]?
  var f: Todo?
  var g: Int?
  var h: String?
}

enum Shape: Codable, Equatable {
  case circle(radius: Double)
  case rectangle(width: Double, height: Double)
  case label(text: String, size: Int)
  case empty
}

class Animal: Codable {
  var name: String
  var legs: Int
  init(name: String, legs: Int) {
    self.name = name
    self.legs = legs
  }
}

final class Dog: Animal {
  var breed: String
  var isGood: Bool
  enum CodingKeys: String, CodingKey { case breed, isGood }
  init(name: String, breed: String) {
    self.breed = breed
    isGood = true
    super.init(name: name, legs: 4)
  }
  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    breed = try container.decode(String.self, forKey: .breed)
    isGood = try container.decode(Bool.self, forKey: .isGood)
    try super.init(from: decoder)
  }
  override func encode(to encoder: any Encoder) throws {
    try super.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(breed, forKey: .breed)
    try container.encode(isGood, forKey: .isGood)
  }
}

struct Price: Codable, Equatable {
  var amount: Double
  var currency: String
  var quantity: Int
}
