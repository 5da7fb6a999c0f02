/// Writes one file, on a queue: a task must not wait for a disk on a thread that others need.
///
/// `@unchecked Sendable` because `descriptor` is touched on `queue` alone, which is serial.
final class TransferFileWriter: @unchecked Sendable {
  private let destination: TransferFile.Destination
  private let request: TransportRequest
  private let queue = DispatchQueue(label: "requisite.download")
  private var descriptor: Int32 = -1

  init(_ destination: TransferFile.Destination, request: TransportRequest) {
    (self.destination, self.request) = (destination, request)
  }

  /// Makes the partial file, which must not be there yet.
  func open() async throws(NetworkRequestError) {
    try await run(.cannotCreateFile) { writer in
      let path = writer.destination.partial.path
      writer.descriptor = try Self.check(
        Foundation.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666))
    }
  }

  /// Puts all of the bytes behind the others.
  func write(_ data: Data) async throws(NetworkRequestError) {
    try await run(.cannotWriteToFile) { writer in
      try data.withUnsafeBytes { bytes in
        var rest = bytes[...]
        while !rest.isEmpty {
          let piece = UnsafeRawBufferPointer(rebasing: rest)
          let count = Foundation.write(writer.descriptor, piece.baseAddress, piece.count)
          guard count >= 0 || errno != EINTR else { continue }
          rest = rest.dropFirst(Int(try Self.check(Int32(clamping: count))))
        }
      }
    }
  }

  /// Moves the complete file to its place. A file that has come there meanwhile is not replaced.
  func finish() async throws(NetworkRequestError) {
    try await run(.cannotMoveFile) { writer in
      try writer.closeFile()
      // link() fails where the name is taken, and rename() does not.
      let (partial, place) = (writer.destination.partial.path, writer.destination.url.path)
      try Self.check(link(partial, place))
      try Self.check(unlink(partial))
    }
  }

  /// Removes what was written.
  func discard() async {
    await withCheckedContinuation { continuation in
      queue.async {
        // Neither can be helped: the error that led here is the one that is reported.
        do { try self.closeFile() } catch {}
        _ = unlink(self.destination.partial.path)
        continuation.resume()
      }
    }
  }

  private func closeFile() throws {
    guard descriptor >= 0 else { return }
    defer { descriptor = -1 }
    try Self.check(close(descriptor))
  }

  @discardableResult
  private static func check(_ result: Int32) throws -> Int32 {
    guard result < 0 else { return result }
    throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
  }

  private func run(
    _ code: URLError.Code, _ body: @escaping @Sendable (TransferFileWriter) throws -> Void
  ) async throws(NetworkRequestError) {
    let failure: (any Error)? = await withCheckedContinuation { continuation in
      queue.async {
        do {
          try body(self)
          continuation.resume(returning: nil)
        } catch {
          continuation.resume(returning: error)
        }
      }
    }
    guard let failure else { return }
    let words = "the file “\(destination.url.path)” cannot be written: \(failure.localizedDescription)"
    let info: [String: Any] = [NSLocalizedDescriptionKey: words, NSUnderlyingErrorKey: failure]
    throw .urlSessionFailed(TransportFailure(URLError(code, userInfo: info), request: request))
  }
}
