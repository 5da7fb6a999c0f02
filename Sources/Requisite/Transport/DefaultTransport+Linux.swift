#if os(Linux) && !REQUISITE_STAND_INS
  extension DefaultTransport {
    static func platformDefault() -> any Transport {
      switch CurlLibrary.loaded {
      case .success: return CurlTransport.shared
      case .failure(let problem):
        StandardError.write("Requisite: URLSession takes the place of CurlTransport: \(problem.words)")
        return URLSessionTransport.shared
      }
    }
  }
#endif
