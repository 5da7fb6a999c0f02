// Secrets in the arguments of commands, in .netrc files, SQL statements and the addresses of databases.
extension TextRedactor {
  /// Redacts the argument of an option: of one whose name suggests a secret, as in `--api-key abc`, and a user name and
  /// password, as in `-u user:password` and `--user=user:password`. Returns nil for other text.
  mutating func option(at place: Int) -> Int? {
    guard place == 0 || !TextValue.isNameByte(bytes[place - 1]) else { return nil }
    // An argument ends at a space or quotation mark. One without a gap is read only after such a byte, so each byte once.
    let isAlone = place == 0 || TextValue.isSpace(bytes[place - 1]) || TextValue.isQuote(bytes[place - 1])
    let first = place + (bytes[(place + 1)...].first == UInt8(ascii: "-") ? 2 : 1)
    let name = bytes[first...].prefix(40).prefix { TextValue.isBase64URL($0) || $0 == UInt8(ascii: ".") }
    guard let letter = name.first, TextValue.isLetter(letter) else { return nil }
    if name.count > 1, let argument = argument(afterOption: name.endIndex, isAlone: isAlone) {
      let isOfName = bytes[name.endIndex] != UInt8(ascii: "=") && names.hides(name)
      if isOfName || Self.isAccount(bytes[argument], of: name) { return leaveOut(argument: argument) }
    }
    return first == place + 1 ? shortOption(at: place, isAlone: isAlone) : nil
  }

  /// True if the argument of an option with this name has a user name and password, as those of curl.
  private static func isAccount(_ argument: ArraySlice<UInt8>, of name: ArraySlice<UInt8>) -> Bool {
    if ["proxy", "preproxy"].contains(where: { $0.utf8.elementsEqual(name) }) {
      return argument.contains(UInt8(ascii: "@"))
    }
    return ["user", "proxy-user", "auth", "cert", "proxy-cert"].contains { $0.utf8.elementsEqual(name) }
      && argument.contains(UInt8(ascii: ":"))
  }

  mutating func leaveOut(argument: Range<Int>) -> Int {
    leaveOut(argument, quote: bytes[argument].prefix(1).filter(TextValue.isQuote)[...])
  }

  private mutating func shortOption(at place: Int, isAlone: Bool) -> Int? {
    guard let (end, options) = CommandOption.options(in: bytes, from: place + 1), end < bytes.count else {
      return nil
    }
    // A quotation mark begins the argument unless it ends the option, as in a list.
    let isQuoted = TextValue.isQuote(bytes[end]) && place > 0 && bytes[place - 1] != bytes[end]
    let isAttached = isQuoted || !Self.endsOption(bytes[end])
    guard isAlone || !isAttached,
      let found = isAttached
        ? TextValue.argument(in: bytes, from: end) : argument(afterOption: end, isAlone: isAlone)
    else { return nil }
    let isSecret = options.contains {
      $0.hides(bytes[found], isAttached: isAttached, ofOptionAt: place, in: bytes)
    }
    return isSecret ? leaveOut(argument: found) : nil
  }

  private static func endsOption(_ byte: UInt8) -> Bool {
    TextValue.isSpace(byte) || TextValue.isQuote(byte) || byte == UInt8(ascii: "=")
  }

  /// The argument after an option: after blanks, after `=`, in the next line if the line is continued, directly in
  /// quotation marks, or as the next string of a list.
  private func argument(afterOption end: Int, isAlone: Bool) -> Range<Int>? {
    guard end < bytes.count else { return nil }
    var start = end
    if isAlone, bytes[end] == UInt8(ascii: "=") {
      start += 1
    } else if TextValue.isQuote(bytes[end]) {
      let next = bytes[(end + 1)...].first { !TextValue.isBlank($0) }
      if next == UInt8(ascii: ",") { start = (bytes[end...].firstIndex(of: UInt8(ascii: ",")) ?? end) + 1 }
    } else if !TextValue.isBlank(bytes[end]) {
      return nil
    }
    start = bytes[start...].firstIndex { !TextValue.isBlank($0) } ?? bytes.count
    if bytes[start...].first == UInt8(ascii: "\\"), let next = bytes[start...].dropFirst().first,
      TextValue.isSpace(next)
    {
      start = bytes[(start + 1)...].firstIndex { !TextValue.isSpace($0) } ?? bytes.count
    }
    guard let range = TextValue.argument(in: bytes, from: start),
      !Self.endsArgument.contains(bytes[range.lowerBound])
    else { return nil }
    return range
  }

  /// The bytes that begin another option, or the value of a name instead of an argument.
  private static let endsArgument = ByteSet("-=:,")
}

extension TextRedactor {
  /// True if the word before `start` has a password as its next word: in .netrc files, as in `machine h login ann password
  /// secret`, and in SQL, as in `IDENTIFIED BY 'secret'` and `PASSWORD 'secret'`.
  ///
  /// - Parameters:
  ///   - word: The word after which the argument follows.
  ///   - argument: The argument, which may be in quotation marks.
  func hidesArgument(of word: ArraySlice<UInt8>, _ argument: Range<Int>) -> Bool {
    if isEqual(word, "by") {
      var before = word
      return (0..<3).contains { _ in
        before = self.word(before: before.startIndex)
        return isEqual(before, "identified")
      }
    }
    guard isEqual(word, "password") || isEqual(word, "account") else { return false }
    let isText = bytes[argument.lowerBound] == UInt8(ascii: "'") && argument.count > 2
    return isText && isEqual(word, "password") && bytes[argument.upperBound - 1] == UInt8(ascii: "'")
      || followsMachine(word.startIndex)
  }

  /// True if the word at `start` belongs to a machine of a .netrc file: `machine h` or `default` stands before it, with
  /// only a `login`, `password` or `account` between.
  private func followsMachine(_ start: Int) -> Bool {
    var place = start
    for _ in 0..<3 {
      let value = word(before: place)
      if isEqual(value, "default") { return true }
      let key = word(before: value.startIndex)
      if isEqual(key, "machine") { return true }
      guard ["login", "user", "password", "account"].contains(where: { isEqual(key, $0) }) else {
        return false
      }
      place = key.startIndex
    }
    return false
  }

  private func isEqual(_ word: ArraySlice<UInt8>, _ lowercased: String) -> Bool {
    ASCII.equalIgnoringCase(word, lowercased: lowercased)
  }

  /// The word before `end` and the spaces there, of at most 128 bytes; empty at the start of the text.
  private func word(before end: Int) -> ArraySlice<UInt8> {
    let last = bytes.startOfRow(before: end, longest: 128, of: TextValue.isSpace)
    return bytes[bytes.startOfRow(before: last, longest: 128) { !TextValue.isSpace($0) }..<last]
  }

  /// Redacts the argument of `PASSWORD('secret')` in SQL.
  mutating func call(at place: Int) -> Int {
    let word = bytes[bytes.startOfRow(before: place, longest: 9, of: TextValue.isNameByte)..<place]
    guard isEqual(word, "password"), let next = bytes[(place + 1)...].first, TextValue.isQuote(next),
      let argument = TextValue.argument(in: bytes, from: place + 1)
    else { return place + 1 }
    return leaveOut(argument: argument)
  }

  /// Redacts the password of an account of a database before an `@`, as in `ann:secret@tcp(host)`, `ann:secret@/base` and
  /// `jdbc:oracle:thin:scott/tiger@host`.
  mutating func account(at place: Int) -> Int {
    let rest = bytes[(place + 1)...]
    guard let next = rest.first(where: { !TextValue.isLetter($0) }) else { return place + 1 }
    let isAddress = next == UInt8(ascii: "(") || next == UInt8(ascii: "/") && rest.first == next
    let start = bytes.startOfRow(before: place, longest: 128) {
      !TextValue.isSpace($0) && !TextValue.isQuote($0)
    }
    let text = bytes[max(start, copied)..<max(place, copied)]
    let password: ArraySlice<UInt8>?
    if let scheme = oracle(in: text) {
      password = text[scheme...].firstIndex(of: UInt8(ascii: "/")).map { text[($0 + 1)...] }
    } else if isAddress, let end = text.firstIndex(where: Self.endsUser) {
      password = text[(end + 1)...]
    } else {
      password = nil
    }
    guard let password, !password.isEmpty else { return place + 1 }
    return leaveOut(password.startIndex..<password.endIndex)
  }

  private static func endsUser(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ":") || byte == UInt8(ascii: "/")
  }

  /// The offset after the scheme of an address of Oracle.
  private func oracle(in text: ArraySlice<UInt8>) -> Int? {
    text.withUnsafeBytes { Self.oracleScheme.offset(in: $0, from: 0) }.map { text.startIndex + $0 + 12 }
  }

  private static let oracleScheme = ByteSearch("jdbc:oracle:")
}
