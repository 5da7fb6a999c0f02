#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @testable import Requisite

  @Suite("A process without free file descriptors", .timeLimit(.minutes(3)))
  struct DescriptorLimitTests {
    private static let key = "REQUISITE_DESCRIPTOR_LIMIT"
    private static let isChild = ProcessInfo.processInfo.environment[key] != nil

    @Test("(run by another test) calls when it can open nothing more", .enabled(if: isChild))
    func child() async throws {
      let url = try #require(URL(string: "http://127.0.0.1:9/"))
      func failure() async -> NetworkRequestError? {
        do { _ = try await DefaultTransport.shared.send(TransportRequest(url: url)) } catch { return error }
        return nil
      }
      #expect(await failure()?.description.contains("ulimit") == false)
      var limit = rlimit()
      #expect(getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
      let former = limit
      limit.rlim_cur = 3
      #expect(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
      let error = await failure()
      var restored = former
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &restored)
      #expect(
        error?.description.contains("limit of open files and connections (ulimit -n)") == true,
        "\(error as Any)")
    }

    @Test("a call that cannot open a connection names the limit", .enabled(if: !isChild))
    func limit() throws {
      let child = try ChildProcess(
        test: "DescriptorLimitTests/child", environment: [Self.key: "1"], reading: .both)
      let end = child.end()
      #expect(end.status == 0, "\(end.text)")
    }
  }
#endif
