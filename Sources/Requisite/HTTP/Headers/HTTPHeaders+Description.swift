extension HTTPHeaders: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// One field a line; credentials are left out. (To reveal them, read the values.)
  public var description: String {
    map { "\($0.name): \($0.printableValue)" }.joined(separator: "\n")
  }

  /// One field a line; credentials are left out.
  public var debugDescription: String { description }

  /// The fields without their credentials, so that `dump` cannot tell either.
  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: map { "\($0.name): \($0.printableValue)" }, displayStyle: .collection)
  }
}

extension HTTPHeader: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// `Name: value`; a credential is left out.
  public var description: String { "\(name): \(printableValue)" }
  /// `Name: value`; a credential is left out.
  public var debugDescription: String { description }
  /// The name and the printable value.
  public var customMirror: Mirror {
    Mirror(self, children: ["name": name.rawValue, "value": printableValue])
  }

  var printableValue: String { Redaction.standard.value(of: self) }
}
