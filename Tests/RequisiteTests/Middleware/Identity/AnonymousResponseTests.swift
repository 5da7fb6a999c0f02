import Foundation
import RequisiteTesting
import TestSupport
import Testing

@testable import Requisite

@Suite("A response that was sent without a credential", .timeLimit(.minutes(3)))
struct AnonymousResponseTests {
  @Test(
    "that depends on one is no hit for a user whose own layer adds one",
    .feature("F47"), arguments: ["Authorization", "Accept, Cookie"])
  func anonymous(vary: String) async throws {
    let session = Session()
    let field: HTTPHeaderName = vary == "Authorization" ? .authorization : .cookie
    let base = StubTransport.echoingUser(["Vary": vary, "ETag": "\"1\""])
    let stack: any Transport = Custom(
      upstream: base, change: { $0.headers[field] = session.user }
    ).cached()
    #expect(try await Answer(stack.send(TransportRequest(url: .api))).cacheDecision?.isStored == true)
    session.user = "ann"
    let part = TransportRequest(url: .api, headers: [.range: "bytes=0-1"])
    for request in [TransportRequest(url: .api), part] {
      #expect(try await Answer(stack.send(request)).text == "ann")
    }
    var offline = TransportRequest(url: .api)
    offline.options.cache = .offline
    #expect(try await Answer(stack.send(offline)).status == 504)
    // A partition says whose call it is.
    session.user = nil
    var named = TransportRequest(url: .api)
    named.options.cachePartition = "no user"
    #expect(try await Answer(stack.send(named)).outcome == .miss)
    #expect(try await Answer(stack.send(named)).outcome == .hit)
  }
}
