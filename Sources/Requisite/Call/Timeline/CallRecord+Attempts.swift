extension NetworkRequestError {
  /// The attempts of the call that failed, the last one included; empty where nothing in the stack retries.
  public var attempts: [Attempt] { request?.record?.attempts ?? [] }
}

extension NetworkResponse {
  /// The attempts that it took, the last one included; empty where nothing in the stack retries.
  public var attempts: [Attempt] { request.record?.attempts ?? [] }
}

extension NetworkRequestError {
  /// What happened to the call that failed; nil where its request could not be built.
  public var timeline: Timeline? {
    Timeline(of: request, outcome: status.map(HTTPStatus.words) ?? kind.rawValue)
  }
}

extension NetworkResponse {
  /// What happened to the call that this answers; nil where no dispatcher sent it.
  public var timeline: Timeline? {
    Timeline(of: request, outcome: HTTPStatus.words(status))
  }
}
