/// What has come of a file so far, beside the place that it goes to: the bytes, and what they are a part of.
///
/// All functions wait for the disk: call them on a ``BlockingQueue``.
struct PartialDownload: Sendable {
  /// What the bytes are a part of.
  struct Source: Codable, Equatable {
    /// The hash of the request's method and URL, for an address may hold secrets.
    var request: String
    /// The strong entity tag of the representation (RFC 9110 §8.8.3): without one, the bytes are of no further use.
    var eTag: String
    /// How many bytes there are in all, where that is known.
    var length: Int64?
  }

  private let place: URL
  private let bytes: URL
  private let description: URL

  /// The download to that place.
  init(to place: URL) {
    self.place = place
    let folder = place.deletingLastPathComponent()
    bytes = folder.appendingPathComponent(".\(place.lastPathComponent).partial")
    description = folder.appendingPathComponent(".\(place.lastPathComponent).partial.json")
  }

  /// What is there of this request, and how many bytes; nil for nothing that can be gone on from.
  func read(_ request: String) throws -> (source: Source, count: Int64)? {
    guard let file = try PosixFile(readingIfPresent: bytes.path),
      let text = try PosixFile(readingIfPresent: description.path)
    else { return nil }
    let count = Int64(try file.status().st_size)
    let known = try text.read(Int(text.status().st_size), at: 0)
    // A description that is none, as after a crash, is no reason not to begin anew.
    guard let source = Self.source(known), source.request == request, count > 0 else { return nil }
    return (source, count)
  }

  private static func source(_ data: Data) -> Source? {
    do { return try JSONDecoder().decode(Source.self, from: data) } catch { return nil }
  }

  /// Begins anew: nothing is there, and of what it will be a part of is written down, if that is of use.
  func restart(as source: Source?) throws {
    try remove()
    if let source { try JSONEncoder().encode(source).write(to: description, options: .atomic) }
  }

  /// Opens the bytes, to put others behind them.
  func append(_ chunk: Data) throws {
    try PosixFile(appendingTo: bytes.path).write(chunk)
  }

  /// Puts the bytes, which are all, to their place. A file that has come there meanwhile is not replaced.
  func finish() throws {
    // One without bytes has not been made yet.
    try append(Data())
    try FileOperation("moved", bytes, to: place).move(replacing: false)
    try PosixFile.remove(description.path)
  }

  /// Removes all of it.
  func remove() throws {
    try PosixFile.remove(description.path)
    try PosixFile.remove(bytes.path)
  }
}
