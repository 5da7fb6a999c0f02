import Foundation
import Requisite

/// A transport that corrects the responses in which JSONPlaceholder differs from a server that stores its records.
///
/// | The service itself | With this transport |
/// | --- | --- |
/// | `DELETE` of a record that is not there: 200 | 404 |
/// | `PATCH` of one: 200, with what was sent and no `id` | 404 |
/// | `PUT` of one: 500, with a stack trace | 404 |
/// | links to other pages lead to `http`, whatever the request was | to `https` where the request was |
///
/// This is what the documentation of the service and reports on it say: no test has asked the service itself.
///
/// The transport looks up a record before changing it, which costs one more request per write. The service still stores
/// nothing.
public struct PlaceholderTransport: Transport {
  static let host = "jsonplaceholder.typicode.com"

  /// The transport that speaks to the service.
  public let upstream: any Transport

  /// Makes a transport that sends by `upstream`.
  public init(upstream: any Transport) {
    self.upstream = upstream
  }

  /// Sends the request, after looking up the record that it is to change.
  public func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    if Self.changesRecord(request) {
      let found = try await upstream.send(Self.lookUp(request))
      guard found.status != 404 else { return found }
    }
    var response = try await upstream.send(request)
    if request.url.scheme == "https" { response.headers = Self.secure(response.headers) }
    return response
  }

  private static func changesRecord(_ request: TransportRequest) -> Bool {
    [.put, .patch, .delete].contains(request.method)
  }

  private static func lookUp(_ request: TransportRequest) -> TransportRequest {
    var lookUp = request
    lookUp.method = .get
    lookUp.body = .none
    lookUp.headers.remove(.contentType)
    lookUp.delivery = .buffered
    return lookUp
  }

  private static func secure(_ headers: HTTPHeaders) -> HTTPHeaders {
    HTTPHeaders(
      headers.map { field in
        guard [.link, .location].contains(field.name) else { return field }
        return HTTPHeader(field.name, field.value.replacing("http://\(host)", with: "https://\(host)"))
      })
  }
}
