extension ResponseBody {
  /// Gets rid of the body of a response that is of no use: a file is removed. A stream ends its transfer when it is
  /// dropped, so nothing is done for it.
  package func discard() {
    guard case .file(let url) = self else { return }
    // A file that is already gone is what is wanted.
    do { try FileManager.default.removeItem(at: url) } catch {}
  }
}
