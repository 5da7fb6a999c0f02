import RequisiteTesting

@testable import Requisite

/// A layer of a random stack: those of the library, and some as users write them.
enum Layer: Sendable, Hashable {
  case logged, observed, timed, identified, traced, numbered
  case dedupe, compressed, cookies
  case cached(Store)
  case retried(attempts: Int, wait: Int)
  case hedged(after: Int)
  case breaker(calls: Int)
  case rate(per: Int)
  case rateByServer
  case throttled(max: Int)
  case deadline(Int)
  case delayed(Int)
  case language
  /// The key of a service in a header field, by `header(_:_:)`.
  case header(service: String)
  /// Basic authentication of a service.
  case basic
  /// The key of the user, by an authenticator.
  case key(Slot)
  case bearer, digest
  /// An authenticator of a user's own, for Ann in one slot and for Bob in another, which both are named alike.
  case optional(Slot)
  /// An authenticator of a user's own, without an identity.
  case ownAuthenticator
  /// A layer of a user's own that passes requests on; as a class, which hides the layers inside.
  case passing(isClass: Bool)
  /// A layer of a user's own that adds the credential of the user.
  case signing(Slot, isClass: Bool)
  /// A layer of a user's own that builds the response anew.
  case rebuilding
  /// A layer of a user's own that does both.
  case signingAndRebuilding

  enum Store: Sendable, Hashable { case memory, slow, disk }

  /// True if a cache cannot ask who the user is: for a class, behind which it finds no jar and no authenticator, and for a
  /// layer of a user's own that signs.
  var hidesUser: Bool {
    switch self {
    case .passing(isClass: true), .signing, .signingAndRebuilding: true
    default: false
    }
  }

  /// True for the authenticators, which add credentials to requests to their origin alone.
  var isAuthenticator: Bool {
    switch self {
    case .basic, .key, .bearer, .digest, .optional, .ownAuthenticator: true
    default: false
    }
  }

  /// True for a layer that adds credentials to requests to one origin alone.
  var isForOrigin: Bool { isAuthenticator || self == .cookies }

  static func random(_ random: inout SeededGenerator) -> Layer {
    switch random.index(below: 35) {
    case 0: .logged
    case 1: .observed
    case 2: random.one([.timed, .numbered, .language])
    case 3: .identified
    case 4: .traced
    case 5, 6, 7: .dedupe
    case 8: .compressed
    case 9, 10: .cookies
    case 11, 12, 13: .cached(random.chance(16) ? .disk : random.one([.memory, .memory, .slow]))
    case 14, 15: .retried(attempts: 2 + random.index(below: 2), wait: random.index(below: 4))
    case 16: .hedged(after: random.index(below: 3))
    case 17, 18: .breaker(calls: 1 + random.index(below: 2))
    case 19: .rate(per: 1 + random.index(below: 3))
    case 20: .rateByServer
    case 21, 22: .throttled(max: 1 + random.index(below: 2))
    case 23: random.one([.deadline(1), .deadline(5)])
    case 24: .delayed(1 + random.index(below: 2))
    case 25: .header(service: random.one(["svc1", "svc2"]))
    case 26: random.one([.basic, .digest])
    case 27: .key(random.one([.key, .query]))
    case 28, 29: .bearer
    case 30: random.one([.ownAuthenticator, .passing(isClass: false), .passing(isClass: true)])
    case 31: .signing(random.one([.authorization, .session]), isClass: random.chance(2))
    case 32, 33: .optional(random.one([.key, .session]))
    default: random.one([.rebuilding, .signingAndRebuilding])
    }
  }
}

extension Layer {
  /// True if the layer may add the credential of a user, and neither keeps to the one with whom a call began.
  func mayChangeUser(of slot: Slot) -> Bool {
    switch self {
    case .signing(slot, _): true
    case .ownAuthenticator, .signingAndRebuilding: slot == .session
    // The jar is that of whoever is logged in.
    case .cookies: slot == .cookie
    default: false
    }
  }

  /// Returns what a slot of a request contains after this layer, of what it may contain before: the names of users, empty
  /// for no credential. `users` are those who were logged in during the call.
  func possible(_ slot: Slot, _ before: Set<String>, users: Set<String>, isOfRefresh: Bool) -> Set<String> {
    switch (self, slot) {
    case (.header(let service), .key): before.filled(with: [service])
    case (.basic, .authorization): before.filled(with: ["svc"])
    case (.key(slot), _), (.ownAuthenticator, .session): before.filled(with: users)
    case (.optional(slot), _):
      before.filled(with: Set(users.map { $0 == slot.owner ? $0 : "" }))
    case (.bearer, .authorization): isOfRefresh ? before : before.filled(with: users)
    case (.digest, .authorization): before.contains("") ? before.union(["digest"]) : before
    case (.cookies, .cookie): users
    case (.signing(slot, _), _), (.signingAndRebuilding, .session): before.replaced(by: users)
    default: before
    }
  }
}

extension Set<String> {
  /// What a slot contains after a layer that adds a credential if there is none.
  func filled(with users: Set<String>) -> Set<String> {
    contains("") ? subtracting([""]).union(users) : self
  }

  /// What a slot contains after a layer that replaces the credential, if a user is logged in.
  func replaced(by users: Set<String>) -> Set<String> {
    users.contains("") ? users.union(self) : users
  }
}
