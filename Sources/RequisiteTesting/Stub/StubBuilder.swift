/// Collects the stubs of a ``StubTransport``, one a line; `if` and `for` can stand among them.
@resultBuilder
public enum StubBuilder {
  /// Takes one stub of a line.
  public static func buildExpression(_ stub: Stub) -> [Stub] { [stub] }
  /// Takes the stubs of an array, such as those that tests share.
  public static func buildExpression(_ stubs: [Stub]) -> [Stub] { stubs }
  /// Joins the stubs of all lines, in their order.
  public static func buildBlock(_ lines: [Stub]...) -> [Stub] { lines.flatMap(\.self) }
  /// A line behind an `if`.
  public static func buildOptional(_ stubs: [Stub]?) -> [Stub] { stubs ?? [] }
  /// Takes the stubs of an `if` whose condition is true.
  public static func buildEither(first stubs: [Stub]) -> [Stub] { stubs }
  /// Takes the stubs of an `else`.
  public static func buildEither(second stubs: [Stub]) -> [Stub] { stubs }
  /// The rounds of a `for`.
  public static func buildArray(_ rounds: [[Stub]]) -> [Stub] { rounds.flatMap(\.self) }
}
