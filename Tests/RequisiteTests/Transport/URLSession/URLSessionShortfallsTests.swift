#if canImport(FoundationNetworking)
  import Testing

  @testable import Requisite

  @Suite("Settings of a session that URLSessionTransport cannot honour on Linux")
  struct URLSessionShortfallsTests {
    @Test("a session with a default configuration, and the shared one, have no such settings")
    func none() {
      for session in [URLSession.shared, URLSession(configuration: .default)] {
        let shortfalls = URLSessionShortfalls(of: session)
        #expect(!shortfalls.hasDelegate && !shortfalls.hasCache && !shortfalls.hasCredentials)
      }
    }

    @Test("its delegate and its cache are named")
    func some() {
      final class Delegate: NSObject, URLSessionDelegate {}
      let configuration = URLSessionConfiguration.default
      configuration.urlCache = URLCache(memoryCapacity: 1 << 20, diskCapacity: 0, diskPath: nil)
      let session = URLSession(configuration: configuration, delegate: Delegate(), delegateQueue: nil)
      defer { session.invalidateAndCancel() }
      let shortfalls = URLSessionShortfalls(of: session)
      #expect(shortfalls.hasDelegate && shortfalls.hasCache)
    }
  }
#endif
