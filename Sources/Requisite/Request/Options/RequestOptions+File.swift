extension RequestOptions {
  /// Where a response that is delivered to a file goes, name included; nothing may be there yet, and its folder must be.
  /// nil by default: a temporary file, which then is the caller's.
  ///
  /// A place that is taken or is no file's is a ``NetworkRequestError/invalidRequest(_:)``, and nothing is sent.
  public var fileDestination: URL? {
    get { self[FileDestinationKey.self] }
    set { self[FileDestinationKey.self] = newValue }
  }
}

private enum FileDestinationKey: RequestOptionKey { static let defaultValue: URL? = nil }
