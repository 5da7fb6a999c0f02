extension RequestOptions {
  /// How many bytes a line of a streamed response may have — of ``Lines``, ``JSONLines`` and ``ServerSentEvents`` — before
  /// it is a ``NetworkRequestError/decodingError(_:)`` that names it. 1 MiB by default: far beyond what a line is, far
  /// below what a process dies of.
  public var maximumLineLength: Int {
    get { self[MaximumLineLengthKey.self] }
    set { self[MaximumLineLengthKey.self] = newValue }
  }
}

private enum MaximumLineLengthKey: RequestOptionKey { static let defaultValue = 1 << 20 }
