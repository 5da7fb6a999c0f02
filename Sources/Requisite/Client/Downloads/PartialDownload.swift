/// A partial file next to the destination of a download: the bytes so far, and a description of the
/// version that they belong to.
///
/// Only one holder in all processes has it at a time, because the file with the bytes stays open and locked. Its
/// contents on disk are untrusted, and ignored if they contradict each other. All functions block until the disk has
/// answered: call them on a ``BlockingQueue``.
final class PartialDownload: Sendable {
  /// The first bytes of a version that can be resumed.
  struct Known: Sendable {
    var source: DownloadSource
    var count: Int64
  }

  private struct Progress {
    var isLoaded = false
    /// The version of the bytes; nil if they cannot be resumed.
    var source: DownloadSource?
    var checksum = FileChecksum()
    /// The number of bytes in the description on the disk.
    var savedCount: Int64 = 0
    var savedAt: UInt64
  }

  private let destination: URL
  private let bytes: PosixFile
  private let description: String
  private let progress: Locked<Progress>
  private let now: @Sendable () -> UInt64

  /// The time in nanoseconds after which a chunk is followed by writing the description: what a crash costs.
  private static let interval: UInt64 = 1_000_000_000

  /// Opens the partial file for a destination, or creates it.
  ///
  /// - Throws: ``FileFailure`` with `EBUSY` if another call is downloading to this destination.
  init(
    to destination: URL, now: @escaping @Sendable () -> UInt64 = { DispatchTime.now().uptimeNanoseconds }
  ) throws(FileFailure) {
    self.destination = destination
    self.now = now
    progress = Locked(Progress(savedAt: now()))
    let folder = destination.deletingLastPathComponent()
    // A long name is replaced by its hash, because the whole name with its suffix must not exceed the system's limit.
    let last = destination.lastPathComponent
    let name = last.utf8.count <= 200 ? last : String(SHA256.hexadecimal(last).prefix(40))
    bytes = try Self.locked(folder.appendingPathComponent(".\(name).partial").path)
    description = folder.appendingPathComponent(".\(name).partial.json").path
  }

  /// Returns the bytes of this request so far, which are then on the disk with their description; nil if they cannot be
  /// resumed.
  func known(of request: String) throws -> Known? {
    try progress.withLock { progress in
      if progress.isLoaded { try save(&progress) } else { try load(&progress, of: request) }
      let count = Int64(try bytes.status().st_size)
      guard count > 0, let source = progress.source, source.request == request, count <= source.length ?? .max
      else { return nil }
      return Known(source: source, count: count)
    }
  }

  /// Removes all bytes and sets the source of those to come; nil if they cannot be resumed later.
  func restart(as source: DownloadSource?) throws(FileFailure) {
    // This order never leaves the bytes of one version next to the description of another.
    try PosixFile.remove(description)
    try bytes.truncate(to: 0)
    progress.withLock { $0 = Progress(isLoaded: true, source: source, savedAt: now()) }
  }

  /// Appends a chunk to the bytes.
  func append(_ chunk: Data) throws {
    try bytes.write(chunk)
    try progress.withLock { progress in
      if now() &- progress.savedAt >= Self.interval { try save(&progress) }
    }
  }

  /// Takes the bytes that the description on the disk names, if they are still those, and drops further ones, which a crash
  /// may have damaged.
  private func load(_ progress: inout Progress, of request: String) throws(FileFailure) {
    progress.isLoaded = true
    guard let state = state(), state.source.request == request, state.count > 0,
      state.count <= Int64(try bytes.status().st_size),
      try progress.checksum.text(of: bytes, upTo: state.count) == state.checksum
    else { return }
    try bytes.truncate(to: state.count)
    (progress.source, progress.savedCount) = (state.source, state.count)
  }

  private func save(_ progress: inout Progress) throws {
    let count = Int64(try bytes.status().st_size)
    guard let source = progress.source, count > progress.savedCount else { return }
    // The description must not promise bytes that a crash of the system would lose.
    try bytes.synchronize()
    let state = DownloadState(
      source: source, count: count, checksum: try progress.checksum.text(of: bytes, upTo: count))
    try PartialFile.write(try JSONCoding().encode(state), to: description, replacing: true)
    (progress.savedCount, progress.savedAt) = (count, now())
  }

  /// Moves the complete file to its destination.
  func finish(replacing: Bool) throws(FileFailure) {
    try bytes.synchronize()
    try bytes.setPermissions(try PosixFile.defaultPermissions(inFolderOf: destination.path))
    try PosixFile.move(bytes.path, to: destination.path, replacing: replacing)
    try PosixFile.remove(description)
  }

  /// The digest of all bytes.
  func digest() throws(FileFailure) -> FileDigest {
    var (hash, offset) = (SHA256(), Int64(0))
    while case let chunk = try bytes.read(1 << 20, at: offset), !chunk.isEmpty {
      hash.update(chunk)
      offset += Int64(chunk.count)
    }
    return .sha256(Hexadecimal.encode(hash.finish()))
  }

  /// Removes the bytes and their description.
  func remove() throws(FileFailure) {
    try PosixFile.remove(description)
    try PosixFile.remove(bytes.path)
  }

  /// Lets another call download to the destination. Nothing may be called after it.
  ///
  /// The last reference would do the same, but when that goes is chance: what ran on the queue may keep it a little longer
  /// than the call, and the next call would be refused.
  func end() {
    bytes.unlock()
  }

  private func state() -> DownloadState? {
    // A description that cannot be read, such as after a crash, means that the download starts again.
    do {
      guard let file = try PosixFile(readingIfPresent: description, onlyOwn: true),
        try file.status().st_size <= DownloadState.maximumSize
      else { return nil }
      let text = try file.read(DownloadState.maximumSize, at: 0)
      let state = try JSONCoding().decode(DownloadState.self, from: text)
      return state.source.isPlausible ? state : nil
    } catch {
      return nil
    }
  }

  private static func locked(_ path: String) throws(FileFailure) -> PosixFile {
    // Another holder may finish between opening and locking. Then the name belongs to another file, or to none.
    for _ in 0..<16 {
      var file = try opened(path)
      guard file.lock() else {
        throw FileFailure(.EBUSY, path: path, message: "another call is downloading to “\(path)”")
      }
      if try file.isNamed() { return file }
    }
    throw FileFailure(.EBUSY, path: path)
  }

  private static func opened(_ path: String) throws(FileFailure) -> PosixFile {
    do throws(FileFailure) {
      return try PosixFile(appendingTo: path)
    } catch  where [.ELOOP, .EINVAL, .ENXIO, .EPERM].contains(error.code) {
      // The name belongs to a link, a pipe, or a file that others can have written. Only the name is removed; what it
      // leads to stays unchanged.
      try PosixFile.remove(path)
      return try PosixFile(appendingTo: path)
    }
  }
}

/// The description of a partial file on the disk.
private struct DownloadState: Codable {
  /// The maximum size of a stored description, in bytes.
  static let maximumSize = 16 << 10

  var source: DownloadSource
  /// The number of bytes that the checksum covers.
  var count: Int64
  var checksum: String
}

/// A checksum of the first bytes of a file that grows: of blocks, each hashed with the hash of the last one as its seed, so
/// that each block is read once.
struct FileChecksum {
  private static let blockSize = 1 << 20
  private var hash: UInt64 = 0
  private var count: Int64 = 0

  /// Returns the checksum of the first `end` bytes; `end` must not decrease.
  mutating func text(of file: borrowing PosixFile, upTo end: Int64) throws(FileFailure) -> String {
    while end - count >= Self.blockSize {
      hash = XXH64.hash(try file.read(Self.blockSize, at: count), seed: hash)
      count += Int64(Self.blockSize)
    }
    return Hexadecimal.encode(XXH64.hash(try file.read(Int(end - count), at: count), seed: hash))
  }
}

/// The step that follows from a response to a download. Bytes are appended only if the response passes every check.
enum DownloadStep: Equatable {
  /// A whole version, which replaces the known bytes.
  case whole(DownloadSource?, length: Int64?)
  /// The bytes that follow the known ones, up to `end`, of `total`.
  case rest(end: Int64, total: Int64)
  /// The known bytes are already complete.
  case complete
  /// A response that does not continue the known bytes, so the whole body must be requested.
  case unusable
  /// A response that does not answer the request for the whole body.
  case unexpected

  init(_ response: NetworkResponse, to request: TransportRequest, after known: PartialDownload.Known?) {
    switch response.status {
    // The rest was requested, and a transport does not decode the response to a request with a Range.
    case 200 where known != nil && response.headers.isCoded: self = .unusable
    case 200:
      let length = response.headers.isCoded ? nil : response.headers.contentLength
      self = .whole(DownloadSource(response, of: request), length: length)
    case 206:
      self = known.map { Self.rest(response, after: $0) ?? .unusable } ?? .unexpected
    case 416:
      self = known.map { Self.isEnd(response, of: $0) ? .complete : .unusable } ?? .unexpected
    // Whatever the server means by it, it is not the rest.
    default: self = known == nil ? .unexpected : .unusable
    }
  }

  /// Returns the step if the part continues the known bytes in every respect (RFC 9110 §14.4, §15.3.7): one range that
  /// starts at the next byte, the same version by its entity tag, the same length, and no content coding.
  private static func rest(_ response: NetworkResponse, after known: PartialDownload.Known) -> DownloadStep? {
    guard known.source.isSource(of: response), !response.headers.isCoded,
      !response.headers.describeSeveralParts, let part = ContentRange(response.headers),
      let range = part.range,
      range.lowerBound == known.count,
      let total = part.completeLength ?? known.source.length, range.upperBound < total,
      known.source.length ?? total == total
    else { return nil }
    return .rest(end: range.upperBound + 1, total: total)
  }

  /// True if the download is complete: the server's length is the number of known bytes, the first response announced no
  /// other length, and the version is the same by its tag or length.
  private static func isEnd(_ response: NetworkResponse, of known: PartialDownload.Known) -> Bool {
    guard let part = ContentRange(response.headers), part.range == nil, part.completeLength == known.count,
      known.source.length ?? known.count == known.count
    else { return false }
    if response.headers.contains(.eTag) {
      return EntityTag(response.headers)?.description == known.source.eTag
    }
    return known.source.length == known.count
  }
}

/// The version that the bytes of a partial download belong to. It is stored next to them, and is untrusted
/// when it is read again.
struct DownloadSource: Codable, Equatable, Sendable {
  /// The hash of the request's method and URL. A hash, because the URL may contain secrets.
  var request: String
  /// The hash of the URL that answered, without its query, because an entity tag identifies a version of one resource only.
  var location: String
  /// The strong entity tag of the representation (RFC 9110 §8.8.3).
  var eTag: String
  /// The `Last-Modified` field, as it came.
  var lastModified: String?
  /// The length of the whole version in bytes; nil if unknown.
  var length: Int64?

  /// The source of a whole response; nil if its bytes cannot be resumed, because it has no strong entity tag or is coded.
  init?(_ response: NetworkResponse, of request: TransportRequest) {
    guard let tag = EntityTag(response.headers), !tag.isWeak, !response.headers.isCoded else { return nil }
    self.request = Self.name(of: request)
    location = Self.name(of: response.url)
    eTag = tag.description
    lastModified = response.headers[.lastModified]
    length = response.headers.contentLength
    guard isPlausible else { return nil }
  }

  /// True if the description can be used in a request. A stored file may contain anything.
  var isPlausible: Bool {
    guard let tag = EntityTag(eTag), !tag.isWeak, tag.description == eTag, eTag.utf8.count <= 4096 else {
      return false
    }
    return eTag.utf8.allSatisfy { $0 < 0x80 } && length ?? 0 >= 0
  }

  /// True if a response to the request for the rest belongs to this version.
  func isSource(of response: NetworkResponse) -> Bool {
    let modified = response.headers[.lastModified]
    return EntityTag(response.headers)?.description == eTag && Self.name(of: response.url) == location
      && (modified == nil || lastModified == nil || modified == lastModified)
  }

  /// Returns a hash that identifies a request without revealing it.
  static func name(of request: TransportRequest) -> String {
    SHA256.hexadecimal("\(request.method) \(request.url.absoluteString)")
  }

  private static func name(of url: URL) -> String {
    let text = url.absoluteString.utf8
    let end = text.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? text.endIndex
    return SHA256.hexadecimal(String(Substring(text[..<end])))
  }
}

extension HTTPHeaders {
  /// The value of `Content-Length`; nil if the field is missing, repeated or not a number.
  var contentLength: Int64? {
    let values = values(for: .contentLength)
    return values.count == 1 && ASCII.isNumber(values[0]) ? Int64(values[0]) : nil
  }
}
