/// What the words of the command line choose: `[TABLE…] [--rounds N] [--only CLIENT]`.
struct Selection {
  /// A word that chooses nothing, with those that would.
  struct Problem: Error {
    let description: String
  }

  /// The clients that are compared, and that `--only` can choose.
  static let clients = ["bare", "default", "ahc-64", "ahc", "urlsession"]
  private static let tables = Workload.tables.map(\.key) + ["lines", "threads", "memory"]

  /// The number of rounds; 9 by default.
  private(set) var rounds = 9
  /// The one client to measure; nil for all.
  private(set) var client: String?
  private var chosen: [String] = []

  init(_ words: some Sequence<String>) throws(Problem) {
    var words = words.makeIterator()
    while let word = words.next() {
      switch word {
      case "--rounds": rounds = try Self.count(words.next())
      case "--only": client = try Self.known(words.next() ?? "", in: Self.clients, as: "client")
      default:
        chosen.append(try Self.known(word, in: Self.tables + ["--rounds", "--only"], as: "table or option"))
      }
    }
  }

  /// Whether a table is to be measured. By default all are but `memory`, which takes long.
  func has(_ table: String) -> Bool { chosen.isEmpty ? table != "memory" : chosen.contains(table) }

  private static func count(_ word: String?) throws(Problem) -> Int {
    if let count = word.flatMap({ Int($0) }), count > 0 { return count }
    throw Problem(description: "--rounds takes a number from 1 on, not “\(word ?? "")”.")
  }

  private static func known(
    _ word: String, in known: [String], as kind: String
  ) throws(Problem) -> String {
    if known.contains(word) { return word }
    throw Problem(description: "“\(word)” is no \(kind): use \(known.joined(separator: ", ")).")
  }
}
