extension RequestOptions {
  /// The place of a response that is delivered to a file, name included. Nothing may be there yet unless
  /// ``replacesFile`` is set; its folder must be. nil by default: a temporary file, which then is the caller's.
  ///
  /// The permissions of the file follow the umask; those of a temporary file let its owner alone read it. A place that
  /// is taken or is no file's is a ``NetworkRequestError/invalidRequest(_:)``, and nothing is sent.
  public var fileDestination: URL? {
    get { self[FileDestinationKey.self] }
    set { self[FileDestinationKey.self] = newValue }
  }
}

extension RequestOptions {
  /// Whether a file that is already at ``fileDestination`` is replaced, in one step, when the new one is whole. False by
  /// default: a place that is taken is an error.
  ///
  /// Until then, and where the call fails, the old file stays as it is.
  public var replacesFile: Bool {
    get { self[ReplacesFileKey.self] }
    set { self[ReplacesFileKey.self] = newValue }
  }
}

private enum ReplacesFileKey: RequestOptionKey { static let defaultValue = false }

private enum FileDestinationKey: RequestOptionKey { static let defaultValue: URL? = nil }
