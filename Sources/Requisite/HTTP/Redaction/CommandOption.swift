/// Short options of commands whose arguments are secrets, as in `mysql -psecret` and `redis-cli -a secret`.
struct CommandOption {
  /// What an argument must look like to be redacted.
  enum Form {
    /// Anything.
    case any
    /// Anything that follows the letter without a gap: after one, the argument is something else.
    case attached
    /// A user name and password, `user:password`.
    case account
    /// An address with a user name and password, `user:password@host`.
    case address
    /// A name and a value, `name=value`.
    case assignment
  }

  let form: Form
  /// The starts of the names of the commands; empty for an option of all commands.
  let commands: [ByteSearch]

  private init(_ form: Form, _ commands: [String] = []) {
    (self.form, self.commands) = (form, commands.map(ByteSearch.init))
  }

  /// How many bytes of the line before an option are searched for the command.
  private static let longestStart = 128
  /// Options without an argument that may stand before the letter of another, as in `curl -sSu user:password`.
  private static let flags = ByteSet("sSkLvfiIgGjJlNOqRt#0123456")

  private static let known: [UInt8: [CommandOption]] = [
    UInt8(ascii: "u"): [CommandOption(.account)],
    UInt8(ascii: "U"): [CommandOption(.account), CommandOption(.any, ["smb", "rpcclient"])],
    UInt8(ascii: "p"): [
      CommandOption(.attached, ["mysql", "mariadb", "7z", "rar", "unrar"]),
      CommandOption(.any, ["sshpass", "mongo", "cqlsh"]),
      CommandOption(.any, ["docker login", "podman login", "oc login", "az login", "helm registry login"]),
    ],
    UInt8(ascii: "P"): [CommandOption(.any, ["zip", "unzip", "sqlcmd", "bcp", "mosquitto", "ipmitool"])],
    UInt8(ascii: "a"): [CommandOption(.any, ["redis-cli"]), CommandOption(.account, ["http", "xh"])],
    UInt8(ascii: "w"): [CommandOption(.any, ["ldap"])],
    UInt8(ascii: "b"): [CommandOption(.assignment, ["curl"])],
    UInt8(ascii: "E"): [CommandOption(.account, ["curl"])],
    UInt8(ascii: "x"): [CommandOption(.address, ["curl"])],
  ]

  /// The options that the letters after a hyphen can be, and the offset after the letter that takes an argument.
  static func options(in bytes: [UInt8], from first: Int) -> (end: Int, options: [CommandOption])? {
    var place = first
    while place < bytes.count, place < first + 8 {
      if let options = known[bytes[place]] { return (place + 1, options) }
      guard flags.contains(bytes[place]) else { return nil }
      place += 1
    }
    return nil
  }

  /// True if the argument of the option is a secret.
  func hides(_ argument: ArraySlice<UInt8>, isAttached: Bool, ofOptionAt start: Int, in bytes: [UInt8])
    -> Bool
  {
    let isLikeSecret =
      switch form {
      case .any: true
      case .attached: isAttached
      case .account: argument.contains(UInt8(ascii: ":"))
      case .address: argument.contains(UInt8(ascii: "@"))
      case .assignment: argument.contains(UInt8(ascii: "="))
      }
    return isLikeSecret && (commands.isEmpty || follows(start, in: bytes))
  }

  /// True if one of the commands stands before the option, in the same line.
  private func follows(_ start: Int, in bytes: [UInt8]) -> Bool {
    let line = bytes.startOfRow(before: start, longest: Self.longestStart) { $0 != UInt8(ascii: "\n") }
    return bytes.withUnsafeBytes { bytes in
      let text = UnsafeRawBufferPointer(rebasing: bytes[line..<start])
      return commands.contains { command in
        var next = 0
        while let place = command.offset(in: text, from: next) {
          if place == 0 || !TextValue.isBase64URL(text[place - 1]) { return true }
          next = place + 1
        }
        return false
      }
    }
  }
}
