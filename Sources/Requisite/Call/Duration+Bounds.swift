extension Duration {
  /// The longest time that is waited or added to the time of a clock: 100 years.
  ///
  /// A program can set any duration, such as `.seconds(Int.max)` for “never”. Sums and products of such durations would
  /// overflow, and the system's clock cannot sleep that long.
  static let longest = Duration.seconds(3_155_760_000 as Int64)

  /// The duration, or ±``longest`` if it is longer than that.
  var bounded: Duration { min(max(self, .zero - .longest), .longest) }
}
