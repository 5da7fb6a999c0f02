extension CallObserver where Self == HARFile {
  /// Writes each call to a HAR file: see ``HARFile``.
  ///
  /// ```swift
  /// let transport = DefaultTransport.shared.observed(by: try .har(to: URL(fileURLWithPath: "calls.har")))
  /// ```
  /// - Throws: What ``HARFile/init(_:onFailure:)`` throws.
  public static func har(
    to file: URL, onFailure: @escaping @Sendable (NetworkRequestError) -> Void = { _ in }
  ) throws(NetworkRequestError) -> HARFile {
    try HARFile(file, onFailure: onFailure)
  }
}

/// Writes each call to a HAR file (HTTP Archive 1.2), which the developer tools of browsers, Charles and Proxyman open, and
/// a `Recording` of `RequisiteTesting` replays.
///
/// ```swift
/// let file = URL(fileURLWithPath: "calls.har")
/// let transport = DefaultTransport.shared.observed(by: try HARFile(file)).retried()
/// ```
/// Directly on the terminal transport, each attempt is an entry; outermost, each call. An entry has the phases of the last
/// exchange by ``TransferTimings``; queues, waits and earlier attempts are its `blocked`. A call without a response has the
/// status 0 and the error as its comment. A redirect is a part of the entry of the call that followed it.
///
/// **Secrets are left out**, by the request's ``RequestOptions/redaction``. Bodies in memory are written, as text or base 64;
/// of a stream or a file only a comment. The file is readable by its owner alone (0600), because responses may contain
/// private data.
///
/// The file is complete after each call, and several processes may write to it. Each call waits until its entry is written:
/// use it while you develop, not for all calls of a server.
public struct HARFile: CallObserver {
  private let path: String
  private let onFailure: @Sendable (NetworkRequestError) -> Void

  /// Creates a file without entries, in place of an existing one. The folder must exist.
  ///
  /// - Parameters:
  ///   - file: The place of the file, by convention with the extension `har`.
  ///   - onFailure: Called with each failure to write an entry, such as a full disk. By default nothing is reported: no call
  ///     fails because of it.
  /// - Throws: ``NetworkRequestError/unknownError(_:)`` with a ``FileFailure`` if the file cannot be written.
  public init(
    _ file: URL, onFailure: @escaping @Sendable (NetworkRequestError) -> Void = { _ in }
  ) throws(NetworkRequestError) {
    path = file.path
    self.onFailure = onFailure
    do { try PartialFile.write(Data((Self.head + Self.tail).utf8), to: path, replacing: true) } catch {
      throw NetworkRequestError(error)
    }
  }

  /// Appends the entry of the call.
  public func callEnded(_ call: ObservedCall) {
    do { try append(Self.json.encode(HAR.Entry(call, endedAt: Date()))) } catch {
      onFailure(NetworkRequestError(error, request: call.request))
    }
  }

  private static let head =
    #"{"log":{"version":"1.2","creator":{"name":"Requisite","version":"\#(LibraryVersion.text)"},"entries":["#
  private static let tail = "\n]}}\n"
  private static let json = JSONCoding(output: [.sortedKeys, .withoutEscapingSlashes])

  /// Replaces the end of the file by the entry and the end.
  private func append(_ entry: Data) throws {
    var file = try PosixFile(appendingTo: path)
    _ = file.lock(waiting: true)
    let end = Int64(try file.status().st_size) - Int64(Self.tail.utf8.count)
    guard end >= Int64(Self.head.utf8.count),
      try file.read(Self.tail.utf8.count, at: end) == Data(Self.tail.utf8)
    else {
      throw FileFailure(.EINVAL, path: path, message: "“\(path)” no longer ends as it was written")
    }
    try file.truncate(to: end)
    let separator = end == Int64(Self.head.utf8.count) ? "\n" : ",\n"
    try file.write(Data(separator.utf8) + entry + Data(Self.tail.utf8))
  }
}
