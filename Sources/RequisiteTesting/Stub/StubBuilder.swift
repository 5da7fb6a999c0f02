/// Collects the stubs of a ``StubTransport``, one a line; `if` and `for` can stand among them.
@resultBuilder
public enum StubBuilder {
  /// One stub.
  public static func buildExpression(_ stub: Stub) -> [Stub] { [stub] }
  /// Stubs made elsewhere.
  public static func buildExpression(_ stubs: [Stub]) -> [Stub] { stubs }
  /// All lines.
  public static func buildBlock(_ lines: [Stub]...) -> [Stub] { lines.flatMap(\.self) }
  /// A line behind an `if`.
  public static func buildOptional(_ stubs: [Stub]?) -> [Stub] { stubs ?? [] }
  /// The first branch.
  public static func buildEither(first stubs: [Stub]) -> [Stub] { stubs }
  /// The other branch.
  public static func buildEither(second stubs: [Stub]) -> [Stub] { stubs }
  /// The rounds of a `for`.
  public static func buildArray(_ rounds: [[Stub]]) -> [Stub] { rounds.flatMap(\.self) }
}
