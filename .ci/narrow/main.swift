// Arithmetic that 32 bits could not hold: dates after 2038, long lifetimes, and every text of JSON. An overflow ends the program,
// and so does a wrong result.

func check(_ isRight: Bool, _ number: UInt32) {
  if !isRight { fatalError("check \(number) failed") }
}

check(Int.bitWidth == 32, 0)

let tomorrow = Date(timeIntervalSince1970: 2_300_000_000)
check(
  HTTPDate("Fri, 31 Dec 2100 23:59:59 GMT", now: tomorrow)?.date.timeIntervalSince1970 == 4_133_980_799, 1)
check(HTTPDate("Wednesday, 19-Nov-42 08:53:20 GMT", now: tomorrow)?.date == tomorrow, 2)
check(HTTPDate(tomorrow).description == "Wed, 19 Nov 2042 08:53:20 GMT", 3)
check(CookieDate.parse("Fri, 31-Dec-2100 23:59:59 GMT")?.timeIntervalSince1970 == 4_133_980_799, 4)

check(DeltaSeconds.unlimited > 0, 5)
check(DeltaSeconds.value("60") == 60, 6)
check(DeltaSeconds.value("99999999999999") == DeltaSeconds.unlimited, 7)

func bytes<Result>(_ text: StaticString, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
  body(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
}

check(bytes("2100-12-31T23:59:59Z") { ISO8601Text.date($0)?.timeIntervalSince1970 } == 4_133_980_799, 8)

func words(_ text: StaticString) -> Int? {
  bytes(text) { text in
    var (tape, open) = (Tape(capacity: 16), OpenContainers())
    do throws(JSONFault) { try Scanner.scan(text, onto: &tape, inside: &open, isStrict: true) } catch {
      return nil
    }
    return tape.count
  }
}

check((words(#"{"a":[1,2.5,"é"],"b":{"c":null},"d":12345678901234567890}"#) ?? 0) > 0, 9)
check(words("[1,") == nil, 10)
