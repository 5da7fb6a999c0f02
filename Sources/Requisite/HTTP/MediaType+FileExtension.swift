extension MediaType {
  /// The type that a file has by the extension of its name, as in `photo.png`; nil where that is not one of the few
  /// well-known here.
  ///
  /// A guess from the name alone: the file is not looked at. By the IANA registry of media types.
  public static func ofFile(named name: String) -> MediaType? {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    let suffix = ASCII.lowercased(String(name[name.utf8.index(after: dot)...]))
    return byFileExtension[suffix].flatMap(MediaType.init)
  }

  private static let byFileExtension: [String: String] = [
    "txt": "text/plain", "html": "text/html", "htm": "text/html", "css": "text/css", "csv": "text/csv",
    "md": "text/markdown", "js": "text/javascript", "ics": "text/calendar", "vcf": "text/vcard",
    "json": "application/json", "xml": "application/xml", "pdf": "application/pdf", "zip": "application/zip",
    "gz": "application/gzip", "wasm": "application/wasm", "yaml": "application/yaml",
    "yml": "application/yaml",
    "plist": "application/x-plist", "sqlite": "application/vnd.sqlite3",
    "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp",
    "svg": "image/svg+xml", "heic": "image/heic", "heif": "image/heif", "avif": "image/avif",
    "tif": "image/tiff", "tiff": "image/tiff", "bmp": "image/bmp", "ico": "image/vnd.microsoft.icon",
    "mp3": "audio/mpeg", "m4a": "audio/mp4", "aac": "audio/aac", "wav": "audio/wav", "ogg": "audio/ogg",
    "flac": "audio/flac", "mp4": "video/mp4", "m4v": "video/mp4", "mov": "video/quicktime",
    "mpeg": "video/mpeg", "webm": "video/webm", "woff2": "font/woff2", "ttf": "font/ttf", "otf": "font/otf",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  ]
}
