/// One exchange with the server, as far as it can be stored.
struct CachedExchange: Sendable {
  var status: Int
  var headers: HTTPHeaders
  /// The fields of the request, as the caller made them.
  var request: HTTPHeaders
  /// When the request went.
  var sent: Date
  /// When the head of the response came.
  var received: Date
}
