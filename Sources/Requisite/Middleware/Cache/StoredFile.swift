/// Reads the file that a response was delivered to, for the store.
enum StoredFile {
  /// Why a file is not stored.
  struct Failure: Error { let refusal: CacheDecision.Refusal }

  private static let queue = BlockingQueue("requisite.cache.file")

  static func read(_ url: URL, upTo limit: Int) async -> Result<Data, Failure> {
    await queue.run {
      do {
        let size = try FileManager.default.attributesOfItem(atPath: url.path)[.size] as? Int ?? .max
        guard size <= limit else { return .failure(Failure(refusal: .tooLarge)) }
        let data = try Data(contentsOf: url)
        return data.count == size
          ? .success(data) : .failure(Failure(refusal: .failed("the file has changed")))
      } catch {
        return .failure(Failure(refusal: .failed(error.localizedDescription)))
      }
    }
  }
}
