/// What an endpoint sends, whatever comes back.
struct EndpointCall: Sendable {
  var method: HTTPMethod
  var path: RequestPath
  var query = QueryParams()
  var body = EndpointBody.none
}
