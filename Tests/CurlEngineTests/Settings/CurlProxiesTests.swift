#if os(Linux)
  import Testing

  @testable import CurlEngine

  @Suite("CurlProxies: the proxy variables of the environment")
  struct CurlProxiesTests {
    private func proxies(_ variables: [String: String]) throws -> [String?] {
      let proxies = try CurlProxies.environment { variables[$0] }
      return [proxies.plain?.host, proxies.secure?.host]
    }

    @Test("each scheme has a proxy of its own, and all_proxy is that of both")
    func schemes() throws {
      #expect(try proxies(["http_proxy": "a", "https_proxy": "b"]) == ["a", "b"])
      #expect(try proxies(["all_proxy": "a"]) == ["a", "a"])
      #expect(try proxies(["all_proxy": "a", "https_proxy": "b"]) == ["a", "b"])
      #expect(try proxies([:]) == [nil, nil])
    }

    @Test("names in small letters come before those in capitals, and empty variables count as missing")
    func order() throws {
      #expect(try proxies(["https_proxy": "a", "HTTPS_PROXY": "b"]) == [nil, "a"])
      #expect(try proxies(["https_proxy": "", "HTTPS_PROXY": "b"]) == [nil, "b"])
      #expect(try proxies(["all_proxy": "", "ALL_PROXY": "b"]) == ["b", "b"])
      #expect(try proxies(["HTTPS_PROXY": "", "all_proxy": "b"]) == ["b", "b"])
      let variables = ["no_proxy": "", "NO_PROXY": "b"]
      #expect(CurlProxies.firstVariable(["no_proxy", "NO_PROXY"]) { variables[$0] }?.value == "b")
    }

    @Test("HTTP_PROXY is ignored, because a field of a request may have set it")
    func capitals() throws {
      #expect(try proxies(["HTTP_PROXY": "a"]) == [nil, nil])
    }

    @Test("a proxy is printed without its password, however it is written")
    func printable() throws {
      for (proxy, expected) in [
        ("http://ann:secret@proxy.test:3128/", "http://proxy.test:3128"),
        ("ann:secret@proxy.test:3128", "http://proxy.test:3128"),
        ("socks5h://[::1]:1080", "socks5h://[::1]:1080"), ("proxy.test", "http://proxy.test"),
      ] {
        let proxies = try CurlProxies.environment { $0 == "all_proxy" ? proxy : nil }
        #expect(proxies.plain?.description == expected && proxies.secure == proxies.plain)
        #expect(!"\(proxies)".contains("secret"))
      }
    }
  }
#endif
