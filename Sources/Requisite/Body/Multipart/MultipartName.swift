/// Names and file names in a `Content-Disposition: form-data`, as browsers write them
/// (HTML standard, multipart/form-data encoding algorithm): UTF-8, with three characters escaped.
///
/// There is no escape for the escape: a name with a literal `%22` in it arrives as a quotation mark.
enum MultipartName {
  static func escaped(_ name: String) -> String {
    guard name.utf8.contains(where: { $0 == 0x22 || $0 == 0x0D || $0 == 0x0A }) else { return name }
    var result: [UInt8] = []
    for byte in name.utf8 {
      switch byte {
      case 0x22: result += "%22".utf8
      case 0x0D: result += "%0D".utf8
      case 0x0A: result += "%0A".utf8
      default: result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  static func unescaped(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
    return text.replacing("%22", with: "\"").replacing("%0D", with: "\r").replacing("%0A", with: "\n")
  }
}
