// expect: error:
// expect: local
// A22: an environment within `#if DEBUG` is not there in a build without it.
import Requisite

extension APIEnvironment {
  static let production = APIEnvironment(name: "Production", baseURL: "https://api.example.com")
  #if DEBUG
    static let local = APIEnvironment(name: "Local", baseURL: "http://127.0.0.1:8080")
  #endif
}

let released = APIClient(environment: .production)
let client = APIClient(environment: .local)
