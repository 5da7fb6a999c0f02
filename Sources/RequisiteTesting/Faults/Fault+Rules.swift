extension Fault {
  /// With these calls alone, counted from 1 in the order in which they come.
  public func calls(_ numbers: Int...) -> Fault {
    ruled { numbers.contains($0.number) }
  }

  /// With calls of these numbers alone, as in `.calls(1...3)` or `.calls(10...)`.
  public func calls(_ numbers: some RangeExpression<Int> & Sendable) -> Fault {
    ruled { numbers.contains($0.number) }
  }

  /// With every so manieth call: the third, the sixth, … for 3.
  public func every(_ count: Int) -> Fault {
    ruled { count > 0 && $0.number.isMultiple(of: count) }
  }

  /// With that part of the calls, from 0 to 1. Which ones is random, and the same for the same seed: it goes by the
  /// number of the call, however many are under way at a time.
  public func fraction(_ part: Double) -> Fault {
    ruled { $0.chance < part }
  }

  /// With calls whose request is such a one, as in `.when { $0.method == .post }`. Other calls are counted as well.
  public func when(_ condition: @escaping @Sendable (TransportRequest) -> Bool) -> Fault {
    ruled { condition($0.request) }
  }
}
