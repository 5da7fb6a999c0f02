#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @testable import Requisite

  @Suite("A process without free file descriptors", .timeLimit(.minutes(3)))
  struct DescriptorLimitTests {
    private static let key = "REQUISITE_DESCRIPTOR_LIMIT"
    private static let isChild = ProcessInfo.processInfo.environment[key] != nil

    @Test("(run by another test) when it can open nothing more", .enabled(if: isChild))
    func child() async throws {
      let url = try #require(URL(string: "http://127.0.0.1:9/"))
      let folder = try TemporaryFolder()
      let store = try DiskCacheStore(directory: folder.url)
      let stored = try CachedResponse.stored("https://api.test/a")
      func failures() async -> [NetworkRequestError?] {
        [
          await Self.failure { _ = try await DefaultTransport.shared.send(TransportRequest(url: url)) },
          await Self.failure { try await store.store(stored) },
        ]
      }
      let before = await failures()
      #expect(before[0]?.description.contains("ulimit") == false && before[1] == nil)
      var limit = rlimit()
      #expect(getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
      let former = limit
      limit.rlim_cur = 3
      #expect(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
      let errors = await failures()
      var restored = former
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &restored)
      #expect(
        errors[0]?.description.contains("limit of open files and connections (ulimit -n)") == true,
        "\(errors)")
      #expect(errors[1]?.description.contains("Too many open files") == true, "\(errors)")
    }

    private static func failure(
      _ work: () async throws -> Void
    ) async -> NetworkRequestError? {
      do { try await work() } catch { return error as? NetworkRequestError }
      return nil
    }

    @Test("a call without a connection and a cache without a file name the limit", .enabled(if: !isChild))
    func limit() throws {
      let child = try ChildProcess(
        test: "DescriptorLimitTests/child", environment: [Self.key: "1"], reading: .both)
      let end = child.end()
      #expect(end.status == 0, "\(end.text)")
    }
  }
#endif
