#if os(Linux)
  import Testing

  @testable import CurlEngine

  @Suite("CurlProxies: the proxy variables of the environment, and the names of proxies")
  struct CurlProxiesTests {
    private func proxies(_ variables: [String: String]) -> [String] {
      let proxies = CurlProxies.environment { variables[$0] }
      return [proxies.plain, proxies.secure, proxies.exceptions]
    }

    @Test("each scheme has a proxy of its own, and all_proxy is that of both")
    func schemes() {
      #expect(proxies(["http_proxy": "a", "https_proxy": "b", "no_proxy": "c"]) == ["a", "b", "c"])
      #expect(proxies(["all_proxy": "a"]) == ["a", "a", ""])
      #expect(proxies(["all_proxy": "a", "https_proxy": "b"]) == ["a", "b", ""])
      #expect(proxies([:]) == ["", "", ""])
    }

    @Test("names in small letters come before those in capitals, and empty variables count as missing")
    func order() {
      #expect(proxies(["https_proxy": "a", "HTTPS_PROXY": "b"]) == ["", "a", ""])
      #expect(proxies(["https_proxy": "", "HTTPS_PROXY": "b"]) == ["", "b", ""])
      #expect(proxies(["all_proxy": "", "ALL_PROXY": "b"]) == ["b", "b", ""])
      #expect(proxies(["HTTPS_PROXY": "", "all_proxy": "b"]) == ["b", "b", ""])
      #expect(proxies(["no_proxy": "", "NO_PROXY": "b"]) == ["", "", "b"])
    }

    @Test("HTTP_PROXY is ignored, because a field of a request may have set it")
    func capitals() {
      #expect(proxies(["HTTP_PROXY": "a"]) == ["", "", ""])
    }

    @Test("a proxy is printed without its password, however it is written")
    func printable() {
      for (proxy, expected) in [
        ("http://ann:secret@proxy.test:3128/", "http://proxy.test:3128/"),
        ("http://ann:a@b/c@proxy.test", "http://proxy.test"),
        ("ann:secret@proxy.test:3128", "proxy.test:3128"),
        ("socks5h://[::1]:1080", "socks5h://[::1]:1080"), ("proxy.test", "proxy.test"),
      ] {
        #expect(CurlProxies.printable(proxy) == expected)
      }
    }

    @Test("a message of libcurl names the proxy, or the server that was reached for without it")
    func named() {
      let message = { (host: String) in "Failed to connect to \(host) port 3128 after 0 ms: Refused" }
      for proxy in [
        "proxy.test", "http://ann:secret@proxy.test:3128/", "proxy.test:3128", "socks5://proxy.test/",
      ] {
        #expect(CurlProxies.isNamed(proxy, in: message("proxy.test")))
        #expect(!CurlProxies.isNamed(proxy, in: message("test")))
        #expect(!CurlProxies.isNamed(proxy, in: message("my.proxy.test")))
      }
      #expect(CurlProxies.isNamed("http://[::1]:3128", in: message("::1")))
      #expect(!CurlProxies.isNamed("http://proxy.test:8080", in: message("proxy.test")))
      for later in [
        "api.test port 443 via proxy.test after 0 ms", "api.test:443 over proxy proxy.test after 0 ms",
      ] {
        #expect(CurlProxies.isNamed("http://proxy.test:3128", in: "Failed to connect to \(later)"))
      }
    }
  }
#endif
