extension CookieDomain {
  /// True if unrelated parties share the subdomains of a domain: it has one label (`com`, `localhost`), or is one of the
  /// ``registries``. The public suffix list has thousands more.
  static func isShared(_ domain: String) -> Bool {
    let labels = domain.utf8.split(separator: UInt8(ascii: ".")).map {
      ASCII.lowercased(String(Substring($0)))
    }
    guard labels.count > 1 else { return true }
    return labels.count == 2 && registries[labels[1]]?.contains(labels[0]) == true
  }

  /// The second-level domains below which the registry of a country registers names for anyone, or for one kind of
  /// institution, by country. Only those of the public suffix list, and of it those with the most names.
  private static let registries: [String: Set<String>] = [
    "ae": "ac co gov mil net org sch", "ar": "com edu gob gov int mil net org tur", "at": "ac co gv or",
    "au": "asn com edu gov id net org",
    "bd": "ac com edu gov net org", "bo": "com edu gob int mil net org tv web",
    "br": "adv art blog com eco edu eng gov ind jus leg mil net org",
    "cl": "co gob gov mil", "cn": "ac com edu gov mil net org", "co": "com edu gov mil net nom org",
    "cr": "ac co ed fi go or sa",
    "cy": "ac com ekloges gov ltd net org", "do": "art com edu gob gov mil net org sld web",
    "ec": "com edu fin gob gov info med mil net org pro", "eg": "com edu eun gov mil name net org sci",
    "es": "com edu gob nom org", "fr": "asso com gouv nom", "gh": "com edu gov mil org",
    "gr": "com edu gov net org",
    "gt": "com edu gob ind mil net org", "hk": "com edu gov idv net org", "hu": "co info org",
    "id": "ac co desa go mil my net or sch web", "il": "ac co gov idf k12 muni net org",
    "in": "ac co edu firm gen gov ind mil net nic org res", "ir": "ac co gov id net org sch",
    "it": "edu gov", "jp": "ac ad co ed go gr lg ne or", "ke": "ac co go info me mobi ne or sc",
    "kr": "ac co es go hs kg mil ms ne or pe re sc", "kw": "com edu emb gov ind net org",
    "kz": "com edu gov mil net org", "lk": "ac com edu gov hotel int ltd net org sch soc web",
    "ma": "ac co gov net org press", "mt": "com edu net org", "mx": "com edu gob net org",
    "my": "biz com edu gov mil name net org",
    "ng": "com edu gov i mil mobi name net org sch", "np": "com edu gov mil net org",
    "nz": "ac co cri geek gen govt health iwi kiwi maori mil net org parliament school",
    "pa": "ac com edu gob ing med net nom org sld", "pe": "com edu gob mil net nom org",
    "ph": "com edu gov i mil net ngo org",
    "pk": "ac com edu fam gob gok gov net org web", "pl": "com edu gov info mil net org",
    "pt": "com edu gov int net nome org publ", "py": "com coop edu gov mil net org",
    "qa": "com edu gov mil name net org sch",
    "ro": "arts com firm info nom nt org rec store tm www", "rs": "ac co edu gov in org",
    "sa": "com edu gov med net org pub sch", "sg": "com edu gov net org", "sv": "com edu gob org red",
    "th": "ac co go in mi net or",
    "tr": "av bel biz com dr edu gen gov info k12 mil name net org pol tel tv web",
    "tw": "club com ebiz edu game gov idv mil net org", "tz": "ac co go hotel info me mil mobi ne or sc tv",
    "ua": "com edu gov in net org", "ug": "ac co com go ne or org sc",
    "uk": "ac co gov ltd me net nhs org plc police sch", "uy": "com edu gub mil net org",
    "ve": "co com edu gob gov info mil net org web",
    "vn": "ac biz com edu gov health info int name net org pro",
    "za": "ac co edu gov law mil net nom org school web", "zm": "ac co com edu gov net org sch",
    "zw": "ac co gov mil org",
  ].mapValues { Set($0.split(separator: " ").map(String.init)) }
}
