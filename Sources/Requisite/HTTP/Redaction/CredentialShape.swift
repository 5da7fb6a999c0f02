/// Credentials that can be recognised by their shape, wherever they stand.
enum CredentialShape {
  /// The range of the credential that begins at `offset`; nil for other text.
  static func range(in bytes: [UInt8], at offset: Int) -> Range<Int>? {
    if bytes[offset] == UInt8(ascii: "-") { return privateKey(in: bytes, from: offset) }
    guard offset == 0 || !word.contains(bytes[offset - 1]) else { return nil }
    return token(in: bytes, from: offset) ?? credential(in: bytes, afterSchemeAt: offset)
  }

  private static let word = ByteSet(ByteSet.alphanumeric, "-_")
}

// Tokens of services.
extension CredentialShape {
  /// Prefixes with what must follow them, so that ordinary words with the same start are not tokens.
  private struct Kind {
    let prefixes: [String]
    let characters: ByteSet
    /// The least number of characters after the prefix.
    let length: Int
    /// One of these characters is among the first `prefixLength` after the prefix.
    let mark: ByteSet
    var prefixLength = 64
  }

  private static let digits = ByteSet("0123456789")
  private static let dotted = ByteSet(ByteSet.alphanumeric, "-_.")
  private static let path = ByteSet(ByteSet.alphanumeric, "-._~", "!$&'()*+,;=", ":@/", "%")

  private static let kinds = [
    Kind(
      prefixes: [
        "sk_live_", "sk_test_", "rk_live_", "rk_test_", "whsec_", "rzp_live_", "ghp_", "gho_", "ghu_", "ghs_",
        "ghr_", "github_pat_", "glpat-", "glrt-", "gldt-", "glcbt-", "glsa_", "xoxb-", "xoxp-", "xoxa-",
        "xoxs-", "xoxc-", "xoxd-", "xoxe-", "xapp-", "shpat_", "shpss_", "shpca_", "shppa_", "dop_v1_",
        "doo_v1_", "dor_v1_", "sk-ant-", "sk-proj-", "sk-or-", "gsk_", "xai-", "pplx-", "lsv2_pt_",
        "lsv2_sk_", "pypi-", "rubygems_", "dckr_pat_", "dckr_oat_", "lin_api_", "figd_", "sntrys_", "sntryu_",
        "phx_", "nfp_", "sbp_", "ntn_", "tskey-", "pscale_pw_", "pscale_tkn_", "sq0csp-", "sq0atp-", "AKIA",
        "ASIA",
      ], characters: word, length: 16, mark: digits),
    Kind(prefixes: ["SG.", "ya29.", "hvs.", "hvb."], characters: dotted, length: 16, mark: digits),
    Kind(prefixes: ["sk-", "npm_", "hf_", "AIza"], characters: word, length: 30, mark: digits),
    // JSON Web Tokens: the base 64 of `{"`, and a dot after the header.
    Kind(prefixes: ["eyJ"], characters: dotted, length: 16, mark: ByteSet("."), prefixLength: .max),
    // URLs that are credentials themselves.
    Kind(
      prefixes: [
        "hooks.slack.com/", "hooks.zapier.com/", "maker.ifttt.com/", "discord.com/api/webhooks/",
        "discord.com/api/v10/webhooks/", "webhook.office.com/", "api.telegram.org/bot",
      ], characters: path, length: 1, mark: path),
  ]

  private static let byFirstByte = Dictionary(
    grouping: kinds.flatMap { kind in kind.prefixes.map { (prefix: Array($0.utf8), kind: kind) } },
    by: { $0.prefix[0] })

  private static func token(in bytes: [UInt8], from offset: Int) -> Range<Int>? {
    for (prefix, kind) in byFirstByte[bytes[offset]] ?? [] where bytes[offset...].starts(with: prefix) {
      let start = offset + prefix.count
      let decisive = bytes[start...].prefix(kind.prefixLength).prefix(while: kind.characters.contains)
      guard decisive.count >= kind.length, decisive.contains(where: kind.mark.contains) else { continue }
      let end = bytes[decisive.endIndex...].firstIndex { !kind.characters.contains($0) }
      return (kind.length == 1 ? start : offset)..<(end ?? bytes.count)
    }
    return nil
  }
}

// Credentials of HTTP authentication, and private keys.
extension CredentialShape {
  private static let schemes = ["basic", "bearer", "dpop", "negotiate", "ntlm"]
  private static let token68 = ByteSet(ByteSet.alphanumeric, "-._~+/")

  /// The range of the token after a scheme and blanks (RFC 9110 §11.2). A word and a parameter are no token: letters alone,
  /// without a capital after the first, and what an equals sign and a value follow.
  private static func credential(in bytes: [UInt8], afterSchemeAt offset: Int) -> Range<Int>? {
    let name = bytes[offset...].prefix(10).prefix { ASCII.isLetter($0) }
    guard name.endIndex < bytes.count, ASCII.isWhitespace(bytes[name.endIndex]),
      schemes.contains(where: { ASCII.equalIgnoringCase(name, lowercased: $0) })
    else { return nil }
    let start = bytes[name.endIndex...].drop(while: ASCII.isWhitespace).startIndex
    let token = bytes[start...].prefix(while: token68.contains)
    let padding = bytes[token.endIndex...].prefix { $0 == UInt8(ascii: "=") }
    let isParameter =
      !padding.isEmpty
      && bytes[padding.endIndex...].prefix(1).contains { token68.contains($0) || $0 == UInt8(ascii: "\"") }
    let isWord = token.dropFirst().allSatisfy {
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 || $0 == UInt8(ascii: ".")
    }
    return isParameter || isWord && token.first.map(ASCII.isLetter) ?? true ? nil : start..<padding.endIndex
  }

  /// The range of the private key in PEM that begins at `offset` (RFC 7468), up to its last line or the end of the text.
  private static func privateKey(in bytes: [UInt8], from offset: Int) -> Range<Int>? {
    guard bytes[offset...].starts(with: "-----BEGIN ".utf8) else { return nil }
    let label = bytes[(offset + 11)...].prefix(64).prefix { $0 != UInt8(ascii: "-") }
    guard ByteSearch("PRIVATE KEY").occurs(in: Data(label)) else { return nil }
    let end = bytes.withUnsafeBytes { ByteSearch("-----END").offset(in: $0, from: label.endIndex) }
    return label.endIndex..<(end ?? bytes.count)
  }
}
