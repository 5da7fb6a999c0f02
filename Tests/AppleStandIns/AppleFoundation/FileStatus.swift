extension stat {
  /// When the contents last changed, by Darwin's name.
  public var st_mtimespec: timespec { st_mtim }
}
