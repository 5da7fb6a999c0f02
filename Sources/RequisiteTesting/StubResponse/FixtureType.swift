/// What a file of fixtures is, by the ending of its name.
enum FixtureType {
  static func of(_ url: URL) -> String? {
    switch url.pathExtension.lowercased() {
    case "json": "application/json"
    case "txt": "text/plain; charset=utf-8"
    case "html": "text/html; charset=utf-8"
    case "xml": "application/xml"
    case "plist": "application/x-plist"
    case "csv": "text/csv; charset=utf-8"
    case "png": "image/png"
    case "jpg", "jpeg": "image/jpeg"
    default: nil
    }
  }
}
