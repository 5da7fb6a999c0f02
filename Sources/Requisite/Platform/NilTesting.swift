/// Asks a value of unknown type whether it is an Optional that is nil.
protocol NilTesting {
  var isNil: Bool { get }
}

extension Optional: NilTesting {
  var isNil: Bool { if case .none = self { true } else { false } }
}
