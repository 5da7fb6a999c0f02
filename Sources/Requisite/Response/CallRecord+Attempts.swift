extension NetworkRequestError {
  /// The attempts of the call that failed, the last one included; empty where nothing in the stack retries.
  public var attempts: [Attempt] { request?.record?.attempts ?? [] }
}

extension NetworkResponse {
  /// The attempts that it took, the last one included; empty where nothing in the stack retries.
  public var attempts: [Attempt] { request.record?.attempts ?? [] }
}
