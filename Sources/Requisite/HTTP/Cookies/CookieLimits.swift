/// How many cookies a jar keeps: no fewer than RFC 6265 §6.1 asks of everyone.
struct CookieLimits: Sendable {
  var perDomain = 50
  var inAll = 3000
}
