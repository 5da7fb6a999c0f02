#if os(Linux)
  import TestSupport
  import Testing

  @testable import CurlEngine

  @Suite("The exit of a process", .timeLimit(.minutes(1)))
  struct CurlExitTests {
    private static let key = "REQUISITE_EXIT"
    private static let isChild = getenv(key) != nil

    @Test("(run by another test) exits", .enabled(if: isChild))
    func child() throws {
      // Called after what is registered later, as OpenSSL does when it is first used.
      let code = atexit {
        typealias Start = @convention(c) (UInt64, UnsafeRawPointer?) -> Int32
        guard let start = dlsym(nil, "OPENSSL_init_crypto") else { return }
        // OPENSSL_INIT_BASE_ONLY
        let isUsable = unsafeBitCast(start, to: Start.self)(1 << 18, nil) == 1
        puts(isUsable ? "OpenSSL is usable" : "OpenSSL is freed")
      }
      #expect(code == 0)
      _ = try CurlLibrary.loaded.get()
    }

    @Test(
      "leaves OpenSSL to the threads that use it, which exit() does not wait for",
      .enabled(if: !isChild && CurlLibrary.usable?.isOpenSSL == true))
    func exit() throws {
      let child = try ChildProcess(
        test: "CurlExitTests/child", environment: [Self.key: "1"], reading: .both)
      let end = child.end()
      #expect(end.status == 0 && end.text.contains("OpenSSL is usable"), "\(end.text)")
    }
  }
#endif
