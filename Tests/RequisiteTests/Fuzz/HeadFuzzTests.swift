import Testing

@testable import Requisite

/// Each value is read a second time, by a regular expression or by a few lines that share nothing with the library.
@Suite("Fuzz: values of header fields are parsed as by a second implementation", .serialized)
struct HeadFuzzTests {
  private static let pieces = [
    "a", "B", "text", "/", ";", "=", "\"", "\\", ",", " ", "\t", "*", "0", "17", "-", "+", "q", "charset",
    "é", "\u{301}", "%41", "'",
    "W/", "bytes", "no-cache", "max-age", "Digest", "realm", "<", ">", ":", "\u{37E}", "\u{212A}", "GMT",
    "Sun",
  ]

  private func compare<Value: Equatable>(
    _ name: String, _ first: (String) -> Value, _ second: (String) -> Value, starts: [String] = [""]
  ) {
    checkProperty(cases: Fuzz.cases(300)) { generator in
      let text = starts[generator.index(below: starts.count)] + generator.joined(Self.pieces, 0...8)
      let (left, right) = (first(text), second(text))
      if left != right { Issue.record("\(name): “\(text)” is \(left), and by the second reading \(right)") }
      return left == right
    }
  }

  @Test("media types are those of the grammar of RFC 9110 §8.3.1")
  func mediaTypes() throws {
    let token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+"
    // The library lets a list of parameters have empty places, as RFC 9110 does (§5.6.6).
    let quoted = #""(?:[^"\\]|\\(?s:.))*""#
    let pattern =
      "^[ \\t]*\(token)/\(token)[ \\t]*(?:;[ \\t]*(?:\(token)[ \\t]*=[ \\t]*(?:\(token)|\(quoted))[ \\t]*)?)*$"
    let grammar = try NSRegularExpression(pattern: pattern)
    compare(
      "media type", { MediaType($0) != nil },
      { grammar.firstMatch(in: $0, range: NSRange($0.startIndex..., in: $0)) != nil },
      starts: ["a/b", "a/b;", "text/x; a=", ""])
  }

  @Test("entity tags and content ranges")
  func tagsAndRanges() throws {
    let tag = try NSRegularExpression(pattern: #"^[ \t]*(?:W/)?"[!\x23-\x7E\x{80}-\x{10FFFF}]*"[ \t]*$"#)
    compare(
      "entity tag", { EntityTag($0) != nil },
      { tag.firstMatch(in: $0, range: NSRange($0.startIndex..., in: $0)) != nil },
      starts: ["\"", "W/\"", ""])
    compare(
      "content range", { ContentRange($0)?.range?.lowerBound }, Self.rangeStart,
      starts: ["bytes ", "bytes 0-17/", "bytes 0-0/1"])
  }

  /// By splitting scalars, from the right.
  private static func rangeStart(_ text: String) -> Int64? {
    let words = String(text).unicodeScalars.split(separator: " ").map { String($0) }
    guard words.count == 2, words[0].utf8.map({ $0 | 0x20 }).elementsEqual("bytes".utf8) else { return nil }
    let sides = words[1].unicodeScalars.split(separator: "/", omittingEmptySubsequences: false).map {
      String($0)
    }
    guard sides.count == 2 else { return nil }
    let ends = sides[0].unicodeScalars.split(separator: "-", omittingEmptySubsequences: false).map {
      String($0)
    }
    func number(_ text: String) -> Int64? {
      text.utf8.allSatisfy { (48...57).contains($0) } ? Int64(text) : nil
    }
    guard ends.count == 2, let first = number(ends[0]), let last = number(ends[1]), first <= last else {
      return nil
    }
    if sides[1].utf8.elementsEqual("*".utf8) { return first }
    guard let total = number(sides[1]), last < total else { return nil }
    return first
  }

  @Test("seconds, and lists of directives without quotes")
  func cacheControl() {
    compare(
      "seconds", { DeltaSeconds.value($0) }, { Int64($0).flatMap { $0 >= 0 ? min($0, 1 << 31) : nil } },
      starts: ["1", "99999", "0", ""].map { $0 + "" })
    checkProperty(cases: Fuzz.cases(300)) { generator in
      let all = [
        "no-store", "no-cache", "public", "private", "max-age=5", "max-age=7", "x", "x=\"no-store, public\"",
        "must-revalidate",
      ]
      let chosen = (0..<generator.index(below: 6)).map { _ in all[generator.index(below: all.count)] }
      let value = chosen.map { generator.chance(2) ? $0.uppercased() : $0 }.joined(
        separator: generator.chance(2) ? "," : " , ")
      var control = CacheControl()
      control.add(value)
      return control.noStore == chosen.contains("no-store") && control.noCache == chosen.contains("no-cache")
        && control.isPublic == chosen.contains("public") && control.isPrivate == chosen.contains("private")
        && control.mustRevalidate == chosen.contains("must-revalidate")
        && control.maxAge == (chosen.contains("max-age=5") ? 5 : chosen.contains("max-age=7") ? 7 : nil)
    }
  }

  @Test("links and challenges written by a second implementation, with any parameter values")
  func lists() {
    checkProperty(cases: Fuzz.cases(150)) { generator in
      let values = (0..<generator.index(below: 5)).map { _ in generator.joined(Self.pieces, 0...4) }
      func quoted(_ text: String) -> String {
        "\"" + text.unicodeScalars.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined() + "\""
      }
      let links = values.map { "<https://h/?a,b>; rel=next; title=\(quoted($0))" }.joined(separator: ", ")
      let challenges = values.map { "Digest realm=\(quoted($0)), a=b" }.joined(separator: ",")
      let read = HTTPHeaders.Link.list(links)
      return read.map { Array(($0.parameters["title"] ?? "").utf8) } == values.map { Array($0.utf8) }
        && AuthenticationChallenge.list(challenges).map { Array(($0["realm"] ?? "").utf8) }
          == values.map { Array($0.utf8) }
    }
  }

  @Test("any bytes are parsed or refused, and do not end the process")
  func anything() {
    checkProperty(cases: Fuzz.cases(400)) { generator in
      let text = generator.joined(Self.pieces, 0...20)
      _ = (
        MediaType(text), HTTPHeaders.ContentDisposition(text), HTTPDate(text), CookieDate.parse(text),
        MediaType.list(text)
      )
      _ = (
        HTTPHeaders.Link.list(text), AuthenticationChallenge.list(text), CacheControl(["Cache-Control": text])
      )
      do { _ = try SetCookie(text) } catch {}
      let headers: HTTPHeaders = ["Retry-After": text, "Date": text, "WWW-Authenticate": text, "Link": text]
      _ = (headers.retryAfter(), headers.challenges.compactMap(DigestChallenge.init), headers.link("next"))
      return true
    }
  }
}
