extension RequestOptions {
  /// Which redirects are followed. See ``RedirectPolicy`` for the rules.
  public var redirects: RedirectPolicy {
    get { self[RedirectsKey.self] }
    set { self[RedirectsKey.self] = newValue }
  }
}

private enum RedirectsKey: RequestOptionKey { static let defaultValue = RedirectPolicy() }
