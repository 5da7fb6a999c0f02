import Testing

@testable import Requisite

@Suite("Cache-Control")
struct CacheControlTests {
  private func control(_ values: String...) -> CacheControl {
    CacheControl(HTTPHeaders(values.map { HTTPHeader(.cacheControl, $0) }))
  }

  @Test("every directive is read, with letters of any case", .feature("C9"))
  func directives() {
    let all = control(
      "No-Store, NO-CACHE, must-revalidate, must-understand, public, private, immutable",
      "only-if-cached, max-age=1, min-fresh=2, max-stale=3, stale-while-revalidate=4, stale-if-error=5, x=y")
    var expected = CacheControl()
    (expected.noStore, expected.noCache, expected.mustRevalidate) = (true, true, true)
    (expected.mustUnderstand, expected.isPublic, expected.isPrivate) = (true, true, true)
    (expected.isImmutable, expected.onlyIfCached) = (true, true)
    (expected.maxAge, expected.minFresh, expected.maxStale) = (1, 2, 3)
    (expected.staleWhileRevalidate, expected.staleIfError) = (4, 5)
    #expect(all == expected)
    #expect(control("") == CacheControl())
    #expect(control(" , ,, ") == CacheControl())
  }

  @Test(
    "a number is read with and without quotes, and a malformed one is the strictest value", .feature("C9"),
    arguments: [
      ("max-age=60", 60), ("max-age=\"60\"", 60), ("max-age=0060", 60), ("MAX-AGE=60", 60),
      ("max-age=99999999999999999999999", DeltaSeconds.unlimited), ("max-age=4294967296", 1 << 31),
      ("max-age", 0), ("max-age=", 0), ("max-age=-1", 0), ("max-age=1.5", 0), ("max-age=1e3", 0),
      ("max-age =60", 0), ("max-age= 60", 0), ("max-age=6 0", 0), ("max-age='60'", 0), ("max-age=60s", 0),
      ("max-age=60;", 0), ("max-age=\"60", 0), ("max-age=60\"", 0), ("max-age=60, max-age=10", 10),
      ("max-age=10, max-age=60", 10), ("max-age=60, max-age=x", 0),
    ] as [(String, Int64)])
  func numbers(text: String, seconds: Int64) {
    #expect(control(text).maxAge == seconds)
  }

  @Test("the stricter of two equal directives applies", .feature("C9"))
  func severalFields() {
    #expect(control("max-age=60", "max-age=5").maxAge == 5)
    #expect(control("max-age=60", "no-store").noStore)
    #expect(control("min-fresh=60", "min-fresh=5").minFresh == 60)
    #expect(control("max-stale", "max-stale=5").maxStale == 5)
    #expect(control("max-stale").maxStale == DeltaSeconds.unlimited)
    #expect(control("max-stale=x").maxStale == 0)
    #expect(control("min-fresh=x").minFresh == DeltaSeconds.unlimited)
  }

  @Test(
    "no-cache with names keeps only those fields from being stored, and with malformed names the whole response",
    .feature("C9")
  )
  func noCacheFields() {
    let some = control("no-cache=\"Set-Cookie, X-User\", max-age=5")
    #expect(!some.noCache)
    #expect(some.noCacheFields == ["set-cookie", "x-user"])
    #expect(some.maxAge == 5)
    #expect(control("no-cache=Set-Cookie").noCacheFields == ["Set-Cookie"])
    for text in [
      "no-cache=\"\"", "no-cache=\"a b\"", "no-cache=", "no-cache=\"a,,b\"x", "no-cache, no-cache=\"a\"",
    ] {
      #expect(control(text).noCache, "\(text)")
    }
  }

  @Test(
    "a malformed field forbids everything that it may mean, and allows nothing", .feature("C9"),
    arguments: [
      "x=\"unclosed, no-store", "no-store\", max-age=60\"", "no-store; max-age=60", "no-store max-age=60",
      "max-age=60, \"no-store\"", "max-age=60 no-store", "no-store =, max-age=60",
      "x=\"\\\", no-store, max-age=60",
    ])
  func malformed(text: String) {
    let read = control(text)
    #expect(read.noStore)
    #expect((read.maxAge ?? 0) == 0)
    #expect(!read.isPublic && !read.mustUnderstand)
  }

  @Test("text within quotes is not a directive", .feature("C9"))
  func quoted() {
    let read = control("x=\"no-store, \\\" no-cache\", max-age=60")
    #expect(!read.noStore && !read.noCache)
    #expect(read.maxAge == 60)
  }

  @Test("Pragma: no-cache applies only to a request without Cache-Control", .feature("C9"))
  func pragma() {
    let pragma: HTTPHeaders = ["Pragma": "x, No-Cache"]
    #expect(CacheControl(pragma, ofRequest: true).noCache)
    #expect(!CacheControl(pragma).noCache)
    let both = pragma.merging(["Cache-Control": "max-age=5"])
    #expect(!CacheControl(both, ofRequest: true).noCache)
  }

  @Test(
    "a field of more than 1,024 directives or pieces counts as no-store", .feature("C9"),
    arguments: [(1_024, false), (1_025, true), (2_000, true)])
  func veryMany(count: Int, isTooMany: Bool) {
    let malformed = "max-age=60,x=\"," + String(repeating: "a,", count: count - 2)
    #expect(control(malformed).noStore == isTooMany)
    let wellFormed = "max-age=60," + String(repeating: "a,", count: count - 1)
    #expect(control(wellFormed).noStore == isTooMany)
  }

  @Test("no-store between commas applies, with any text around it", .feature("C9"))
  func soup() {
    let words = [
      "no-store", "no-cache", "max-age", "=", "60", "\"", "\\", " ", ",", ";", "public", "private", "x", "é",
      "\t",
      "must-understand", "stale-if-error=5", "max-stale", "=\"a,b\"",
    ]
    checkProperty { generator in
      let soup = (0..<generator.index(below: 12)).map { _ in words[generator.index(below: words.count)] }
        .joined()
      let tail = (0..<generator.index(below: 6)).map { _ in words[generator.index(below: words.count)] }
        .joined()
      let before = CacheControl([HTTPHeader(.cacheControl, "no-store, \(soup)")])
      // After an unclosed quote it may be quoted text, and it applies nevertheless.
      let behind = CacheControl([HTTPHeader(.cacheControl, "x=\"\(soup), no-store,")])
      let alone = CacheControl([
        HTTPHeader(.cacheControl, soup), HTTPHeader(.cacheControl, "no-store,\(tail)"),
      ])
      let closed = soup.contains("\"") || soup.contains("\\")
      return before.noStore && alone.noStore && (closed || behind.noStore)
        && (before.maxAge ?? 0) <= DeltaSeconds.unlimited
    }
  }
}
