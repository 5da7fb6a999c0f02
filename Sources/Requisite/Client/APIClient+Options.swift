extension APIClient {
  /// A copy of the client with one option changed, for all of its calls.
  ///
  /// ```swift
  /// let patient = client.with(\.timeout, .seconds(120))
  /// ```
  /// A request's own options win over the client's; for one call whatever the request declares, set the option on the
  /// request: `FindTodos().with(\.timeout, .seconds(120))`. The copy shares dispatcher and connections with the client.
  public func with<Value>(_ option: WritableKeyPath<RequestOptions, Value>, _ value: Value) -> APIClient {
    with(options: options.with(option, value), coders: coders)
  }

  /// A copy of the client with several options changed, for all of its calls: those that `options` sets.
  public func with(_ options: RequestOptions) -> APIClient {
    with(options: self.options.merging(options), coders: coders)
  }

  func with(options: RequestOptions, coders: BodyCoders) -> APIClient {
    APIClient(
      environment: environment, networkDispatcher: networkDispatcher, coders: coders, options: options)
  }
}
