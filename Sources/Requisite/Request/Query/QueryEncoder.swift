/// Writes any `Encodable` as the names and values of a query.
///
/// ```swift
/// struct Author: Encodable { var name: String }
/// struct Filter: Encodable { var tags: [String]; var done: Bool?; var author: Author }
/// let filter = Filter(tags: ["a", "b"], author: Author(name: "Ann"))
/// try QueryEncoder().encode(filter)                    // tags=a&tags=b&author[name]=Ann
/// try QueryEncoder(arrays: .commaSeparated, nesting: .dots).encode(filter)    // tags=a,b&author.name=Ann
/// ```
/// Properties come in the order in which they are encoded, which is the order of declaration where Swift writes
/// `encode(to:)`; the members of a dictionary in the order of their keys. nil is skipped, and so is an empty array.
/// `Data` is written in base 64; `URL`, `UUID`, `Decimal` and numbers as they are printed. Nothing is escaped here:
/// that is done when the URL is built.
///
/// There are as many dialects of queries as servers, so the style of each kind of value can be chosen. A client's
/// encoder is ``BodyCoders/query``, one request's ``RequestOptions/queryEncoder``. A ``FormEncoder`` takes the same.
public struct QueryEncoder: Sendable {
  /// How arrays are written. The name is repeated by default, which is what forms in browsers do.
  public var arrays: ArrayStyle
  /// How truth values are written. `true` and `false` by default.
  public var booleans: BooleanStyle
  /// How dates are written. ISO 8601 by default.
  public var dates: DateStyle
  /// How the members of nested objects are named. In brackets by default.
  public var nesting: NestingStyle
  /// How the keys of properties become names. As they are by default.
  public var keys: KeyStyle

  /// Makes an encoder of the styles; each has its default.
  public init(
    arrays: ArrayStyle = .repeated, booleans: BooleanStyle = .words, dates: DateStyle = .iso8601,
    nesting: NestingStyle = .brackets, keys: KeyStyle = .unchanged
  ) {
    self.arrays = arrays
    self.booleans = booleans
    self.dates = dates
    self.nesting = nesting
    self.keys = keys
  }

  /// Writes the value, which must be an object: something with named members. nil makes an empty query.
  ///
  /// - Throws: ``NetworkRequestError/invalidRequest(_:)`` with an `EncodingError` as the cause, where the value is
  ///   no object, or has a member that the chosen styles cannot say: a number that is not finite, an object in a
  ///   repeated array, a comma in a comma-separated one.
  public func encode(_ value: some Encodable) throws(NetworkRequestError) -> QueryParams {
    do {
      return QueryParams(items: try items(of: value))
    } catch {
      throw .invalidRequest(InvalidRequest(.query, "the query cannot be encoded", underlyingError: error))
    }
  }

  func items(of value: some Encodable) throws -> [QueryParams.Item] {
    let writer = QueryWriter(style: self)
    try writer.write(value, at: .top)
    return writer.items
  }
}
