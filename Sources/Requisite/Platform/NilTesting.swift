/// Asks a value of unknown type whether it is an Optional that is nil, or holds one that is.
protocol NilTesting {
  var isNil: Bool { get }
}

extension Optional: NilTesting {
  var isNil: Bool {
    guard let wrapped = self else { return true }
    return (wrapped as? any NilTesting)?.isNil ?? false
  }
}
