import Requisite

/// The attributes that OpenTelemetry's semantic conventions name for HTTP clients, for spans and metrics alike.
///
/// The conventions are the stable ones: https://opentelemetry.io/docs/specs/semconv/http/. Of an attribute that is not known there
/// is none.
enum HTTPConventions {
  typealias Attributes = [(name: String, value: CallEvent.Field.Value)]

  /// The methods of RFC 9110 and PATCH: any other is `_OTHER`.
  private static let methods: Set<HTTPMethod> = [
    "CONNECT", .delete, .get, .head, .options, .patch, .post, .put, .trace,
  ]

  /// The attributes of a request that have few values: method, server, the template of the path and, which
  /// is no attribute of the conventions, the id of the operation.
  static func attributes(of request: TransportRequest) -> Attributes {
    let isKnown = methods.contains(request.method)
    let port = request.url.port ?? (request.scheme == "https" ? 443 : 80)
    let names = [("url.template", request.pathTemplate), ("operation.id", request.options.operationID)]
    return [
      ("http.request.method", .text(isKnown ? request.method.rawValue : "_OTHER")),
      ("server.address", .text(request.url.host() ?? "")), ("server.port", .integer(port)),
    ] + names.compactMap { name, text in text.map { (name, .text($0)) } }
  }

  /// The attributes that only a span may have, because they have many values: the URL by the request's redaction, a method that is not
  /// known, and how often the call was sent before.
  static func furtherAttributes(of request: TransportRequest) -> Attributes {
    var attributes: Attributes = [("url.full", .text(request.options.redaction.url(request.url)))]
    if !methods.contains(request.method) {
      attributes.append(("http.request.method_original", .text(request.method.rawValue)))
    }
    if let count = request.record?.attempts.count, count > 0 {
      attributes.append(("http.request.resend_count", .integer(count)))
    }
    return attributes
  }

  /// The attributes of an outcome: the status, the version of HTTP, and the type of an error, which is a status from 400 on or the
  /// `NetworkRequestError.Kind`.
  static func attributes(
    of outcome: Result<(status: Int, timings: CallTimeline.Timings?), NetworkRequestError>
  ) -> Attributes {
    switch outcome {
    case .success(let response):
      let version = response.timings?.httpVersion?.split(separator: "/").last
      return [("http.response.status_code", .integer(response.status))]
        + (version.map { [("network.protocol.version", .text(String($0)))] } ?? [])
        + (response.status >= 400 ? [("error.type", .text("\(response.status)"))] : [])
    case .failure(let error):
      return (error.status.map { [("http.response.status_code", .integer($0))] } ?? [])
        + [("error.type", .text(error.kind.rawValue))]
    }
  }

  /// The name of a span: the method and, if there is one, the template of the path; never the path itself.
  static func name(of request: TransportRequest) -> String {
    let method = methods.contains(request.method) ? request.method.rawValue : "HTTP"
    return [method, request.pathTemplate].compactMap(\.self).joined(separator: " ")
  }
}

extension RequestOptions {
  /// The id of the operation that a request is for, as an OpenAPI document names it; nil by default.
  public var operationID: String? {
    get { self[OperationIDKey.self] }
    set { self[OperationIDKey.self] = newValue }
  }
}

private enum OperationIDKey: RequestOptionKey { static let defaultValue: String? = nil }
