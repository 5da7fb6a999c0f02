/// Reads the file that a response was delivered to, for the store.
enum StoredFile {
  /// Why a file is not stored.
  struct Failure: Error { let refusal: CacheDecision.Refusal }

  private static let queue = BlockingQueue("requisite.cache.file", width: 4)

  static func read(_ url: URL, upTo limit: Int) async -> Result<Data, Failure> {
    await queue.run {
      do throws(POSIXError) {
        guard let file = try PosixFile(readingIfPresent: url.path, followsLinks: true) else {
          throw PosixFile.failure(.ENOENT, url.path)
        }
        let size = Int(try file.status().st_size)
        guard size <= limit else { return .failure(Failure(refusal: .tooLarge)) }
        let data = try file.read(size, at: 0)
        return data.count == size
          ? .success(data) : .failure(Failure(refusal: .failed("the file has changed")))
      } catch {
        return .failure(Failure(refusal: .failed(error.localizedDescription)))
      }
    }
  }
}
