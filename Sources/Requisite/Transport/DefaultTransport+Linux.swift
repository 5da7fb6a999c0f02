#if os(Linux)
  extension DefaultTransport {
    static func platformDefault() -> any Transport {
      switch CurlLibrary.loaded {
      case .success: return CurlTransport.shared
      case .failure(let problem):
        let words = "Requisite: URLSession takes the place of CurlTransport: \(problem.words)\n"
        FileHandle.standardError.write(Data(words.utf8))
        return URLSessionTransport.shared
      }
    }
  }
#endif
