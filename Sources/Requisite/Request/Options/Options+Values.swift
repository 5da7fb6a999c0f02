/// The forms of `with` for values that are easily written, in each place that has the general one.
extension RequestOptions {
  /// A copy with one option changed, with a range or an array of statuses, as in `.with(\.acceptedStatuses, 200...299)`.
  @_disfavoredOverload
  public func with(
    _ option: WritableKeyPath<RequestOptions, Set<Int>>, _ values: some Sequence<Int>
  ) -> RequestOptions { with(option, Set(values)) }

  /// Unavailable: a number alone does not say its unit.
  @available(*, unavailable, message: "a number has no unit: write “.seconds(5)” or “.milliseconds(500)”")
  public func with(_ option: WritableKeyPath<RequestOptions, Duration?>, _ seconds: Double) -> RequestOptions
  {
    self
  }
}

extension Request {
  /// A copy of the request with one option changed, with a range or an array of statuses, as in `.with(\.acceptedStatuses, 200...299)`.
  @_disfavoredOverload
  public func with(
    _ option: WritableKeyPath<RequestOptions, Set<Int>>, _ values: some Sequence<Int>
  ) -> some Request<ReturnType> { with(option, Set(values)) }

  /// Unavailable: a number alone does not say its unit.
  @available(*, unavailable, message: "a number has no unit: write “.seconds(5)” or “.milliseconds(500)”")
  public func with(_ option: WritableKeyPath<RequestOptions, Duration?>, _ seconds: Double) -> some Request<
    ReturnType
  > {
    with(option, nil)
  }
}

extension Endpoint {
  /// A copy of the endpoint with one option changed, with a range or an array of statuses, as in `.with(\.acceptedStatuses, 200...299)`.
  @_disfavoredOverload
  public func with(
    _ option: WritableKeyPath<RequestOptions, Set<Int>>, _ values: some Sequence<Int>
  ) -> Endpoint { with(option, Set(values)) }

  /// Unavailable: a number alone does not say its unit.
  @available(*, unavailable, message: "a number has no unit: write “.seconds(5)” or “.milliseconds(500)”")
  public func with(_ option: WritableKeyPath<RequestOptions, Duration?>, _ seconds: Double) -> Endpoint {
    self
  }
}
