/// Why a cookie is not taken.
enum CookieRefusal: String, Error {
  case malformed = "it is no name and value"
  case control = "it has a control character in it"
  case tooLong = "name and value have more than 4096 bytes"
  case foreignDomain = "its domain is not the server's"
  case publicSuffix = "its domain is one that many share"
  case insecure = "only https may set what is for https alone"
  case secureThere = "http must not cover a cookie that is for https alone"
  case prefix = "it is not what its name promises by __Secure- or __Host-"
  case noPath = "its path does not begin with a slash"
  case noDomain = "it names no domain"
}
