/// Tokens that can be recognised by their form, such as those that services begin with a prefix of their own.
enum ServiceToken {
  /// Prefixes after which letters, digits, `_` and `-` follow, and dots if the prefix ends in one.
  private static let prefixes = [
    "sk_live_", "sk_test_", "rk_live_", "rk_test_", "whsec_", "rzp_live_", "ghp_", "gho_", "ghu_", "ghs_",
    "ghr_", "github_pat_", "glpat-", "glrt-", "gldt-", "glcbt-", "glsa_", "xoxb-", "xoxp-", "xoxa-",
    "xoxs-", "xoxc-", "xoxd-", "xoxe-", "xapp-", "shpat_", "shpss_", "shpca_", "shppa_", "dop_v1_",
    "doo_v1_", "dor_v1_", "sk-ant-", "sk-proj-", "sk-or-", "gsk_", "xai-", "pplx-", "lsv2_pt_",
    "lsv2_sk_", "pypi-", "rubygems_", "dckr_pat_", "dckr_oat_", "lin_api_", "figd_", "sntrys_", "sntryu_",
    "phx_", "nfp_", "sbp_", "ntn_", "tskey-", "pscale_pw_", "pscale_tkn_", "sq0csp-", "sq0atp-", "SG.",
    "ya29.", "hvs.", "hvb.",
  ]
  /// Prefixes that are also those of ordinary names, so that only a long row of letters and digits counts.
  private static let ambiguous = ["sk-", "npm_", "hf_"].map { Array($0.utf8) }
  /// Prefixes after which a fixed number of letters, digits, `_` and `-` follows.
  private static let accessKeys = [("AKIA", 16), ("ASIA", 16), ("AIza", 35)]
  /// The prefixes by their lengths, because they are looked for at each underscore, hyphen and dot of a text.
  private static let byLength = Dictionary(grouping: prefixes.map { Array($0.utf8) }, by: \.count)
  private static let longest = byLength.keys.max() ?? 0
  /// The length of the shortest token.
  private static let shortest = 19

  static func mayBe(in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard bytes.count >= shortest else { return false }
    let bytes = Array(bytes)
    return bytes.indices.contains { range(in: bytes, around: $0) != nil }
  }

  /// The range of the token that the byte at `place` identifies: the first of an access key, the colon of a bot's token, or
  /// the last of a prefix. nil for other text.
  static func range(in bytes: [UInt8], around place: Int) -> Range<Int>? {
    switch bytes[place] {
    case UInt8(ascii: "A"): accessKey(in: bytes, at: place)
    case UInt8(ascii: ":"): botToken(in: bytes, around: place)
    case UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."): token(in: bytes, afterPrefixTo: place)
    default: nil
    }
  }

  private static func token(in bytes: [UInt8], afterPrefixTo place: Int) -> Range<Int>? {
    let first = bytes.startOfRow(before: place, longest: longest, of: TextValue.isBase64URL)
    guard place - first > 1 else { return nil }
    let prefix = bytes[first...place]
    let isAmbiguous = ambiguous.contains { $0.count == prefix.count && prefix.elementsEqual($0) }
    guard isAmbiguous || byLength[prefix.count]?.contains(where: prefix.elementsEqual) == true else {
      return nil
    }
    let rest = bytes[(place + 1)...]
    let isDotted = bytes[place] == UInt8(ascii: ".")
    let isPart = { (byte: UInt8) in TextValue.isBase64URL(byte) || isDotted && byte == UInt8(ascii: ".") }
    // After a dot the first bytes decide, because prefixes with dots may follow each other in what would be one token.
    let start = (isDotted ? rest.prefix(32) : rest).prefix(while: isPart)
    let row = isAmbiguous ? start.prefix { TextValue.isLetter($0) || ASCII.isDigit($0) } : start
    guard row.count >= (isAmbiguous ? 30 : 16), row.contains(where: ASCII.isDigit) else { return nil }
    return first..<(start.endIndex + rest[start.endIndex...].prefix(while: isPart).count)
  }

  /// The range of the access key that begins at `place`; nil for other text.
  private static func accessKey(in bytes: [UInt8], at place: Int) -> Range<Int>? {
    let prefix = bytes[place...].prefix(4)
    guard let key = accessKeys.first(where: { prefix.elementsEqual($0.0.utf8) }),
      place == 0 || !TextValue.isBase64URL(bytes[place - 1])
    else { return nil }
    let token = bytes[place...].prefix(5 + key.1).prefix { TextValue.isBase64URL($0) }
    return token.count == 4 + key.1 ? token.startIndex..<token.endIndex : nil
  }

  /// The range of the token of a Telegram bot whose colon is at `place`: the number of the bot, and 35 letters, digits, `_`
  /// and `-`. It is a part of the path of each URL. nil for other text.
  private static func botToken(in bytes: [UInt8], around place: Int) -> Range<Int>? {
    let first = bytes.startOfRow(before: place, longest: 13, of: ASCII.isDigit)
    guard (8...12).contains(place - first) else { return nil }
    let secret = bytes[(place + 1)...].prefix(36).prefix { TextValue.isBase64URL($0) }
    return secret.count == 35 ? first..<secret.endIndex : nil
  }
}
