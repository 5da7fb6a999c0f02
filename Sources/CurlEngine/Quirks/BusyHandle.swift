// Concerns: libcurl 7.88; later versions were not measured.
// Seen: an easy handle that was removed in the middle of an HTTP/2 upload keeps its buffers, and then accepts no options
//   (CURLOPT_BUFFERSIZE is refused).
// Here: such a handle is not used again.
// Can go: when 8.23 and later, the only ones that are offered HTTP/2, were measured to take the options.

extension CurlHandlePool {
  /// Sets the options of the settings anew. Returns false if the handle does not accept them.
  func prepared(_ handle: CurlHandle) -> Bool {
    do throws(CurlProblem) {
      try options.prepare(handle)
      return true
    } catch {
      // If the options themselves are wrong, preparing a new handle throws the error.
      return false
    }
  }
}
