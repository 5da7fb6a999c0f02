/// An encoder that writes any `Encodable` value as the names and values of a query.
///
/// ```swift
/// struct Author: Encodable { var name: String }
/// struct Filter: Encodable {
///   var tags: [String]; var done: Bool?; var author: Author
/// }
/// let filter = Filter(tags: ["a", "b"], author: Author(name: "Ann"))
/// try QueryEncoder().encode(filter)  // tags=a&tags=b&author[name]=Ann
/// // tags=a,b&author.name=Ann
/// try QueryEncoder(arrays: .commaSeparated, nesting: .dots).encode(filter)
/// ```
/// Properties are written in the order in which they are encoded, which is the order of declaration if the compiler
/// synthesizes `encode(to:)`; members of a dictionary are sorted by key. nil and empty arrays are skipped. `Data` is
/// written in base 64; `URL`, `UUID`, `Decimal` and numbers as they print. Values are not escaped here, but when the URL is
/// built.
///
/// Servers expect different query formats, so each kind of value has a style to choose. Set the encoder of a client with
/// ``BodyCoders/query`` and that of one request with ``RequestOptions/queryEncoder``. A ``FormEncoder`` has the same
/// styles.
public struct QueryEncoder: Sendable {
  /// How arrays are written; by default the name repeats for each element, as in forms of browsers.
  public var arrays: ArrayStyle
  /// How Booleans are written; `true` and `false` by default.
  public var booleans: BooleanStyle
  /// How dates are written; ISO 8601 in UTC, to the second, by default.
  public var dates: DateStyle
  /// How the members of nested objects are named; with brackets by default, as in `author[name]`.
  public var nesting: NestingStyle
  /// How the keys of properties become names; unchanged by default.
  public var keys: KeyStyle

  /// Creates an encoder from styles, each of which has a default.
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

  /// Encodes a value with named members, such as a struct or a dictionary. nil encodes to an empty query.
  ///
  /// - Throws: ``NetworkRequestError/invalidRequest(_:)`` with an `EncodingError` as the cause if the value has no named
  ///   members, or a member cannot be written in the chosen styles: a number that is not finite, an object in a repeated
  ///   array, a comma in a comma-separated one. An error thrown by the value or by ``QueryEncoder/DateStyle/custom(_:)`` is
  ///   the cause itself.
  public func encode(_ value: some Encodable) throws(NetworkRequestError) -> QueryParams {
    do {
      return QueryParams(items: try items(of: value))
    } catch {
      throw .invalidRequest(.query, "the query cannot be encoded", underlyingError: error)
    }
  }

  func items(of value: some Encodable) throws -> [QueryParams.Item] {
    let writer = QueryWriter(style: self)
    try writer.write(value, at: .top)
    return writer.items
  }
}

extension QueryEncoder {
  /// How an array is written.
  ///
  /// Only ``indexed`` can write arrays of arrays or objects: with the other styles, the server could not tell where one
  /// element ends.
  public enum ArrayStyle: Sendable, Hashable {
    /// `tag=a&tag=b`, as forms of browsers write arrays.
    case repeated
    /// `tag[]=a&tag[]=b`, as PHP and Rails read arrays.
    case brackets
    /// `tag[0]=a&tag[1]=b`; an element that is nil is skipped, and the others keep their indices.
    case indexed
    /// `tag=a,b`, with the commas escaped in a URL; an element that contains a comma is an error.
    case commaSeparated
  }

  /// How a Boolean is written: as a word or as a digit.
  public enum BooleanStyle: Sendable, Hashable {
    /// The words `true` and `false`.
    case words
    /// The digits `1` and `0`.
    case numbers
  }

  /// How a date is written: as text or as a number.
  public enum DateStyle: Sendable {
    /// ISO 8601 in UTC, to the second, such as `2026-11-21T08:30:00Z`.
    case iso8601
    /// Seconds since the beginning of 1970, with a fraction unless the number is whole.
    case secondsSince1970
    /// Milliseconds since the beginning of 1970, rounded to a whole number.
    case millisecondsSince1970
    /// The text that the function returns; an error that it throws becomes the cause of the call's error.
    case custom(@Sendable (Date) throws -> String)
  }

  /// How the member of a nested object is named: with brackets or with a dot.
  public enum NestingStyle: Sendable, Hashable {
    /// `author[name]=Ann`, as PHP and Rails read objects.
    case brackets
    /// `author.name=Ann`, as Spring and ASP.NET read objects.
    case dots
  }

  /// How the key of a property becomes a name; keys of dictionaries are data and stay unchanged.
  public enum KeyStyle: Sendable, Hashable {
    /// The key as declared: `createdAt` stays `createdAt`.
    case unchanged
    /// The key in snake case: `createdAt` becomes `created_at`.
    case snakeCase
  }
}

extension QueryEncoder.DateStyle {
  func text(of date: Date) throws -> String? {
    let seconds = date.timeIntervalSince1970
    if case .custom(let format) = self { return try format(date) }
    guard seconds.isFinite else { return nil }
    switch self {
    case .iso8601: return date.formatted(.iso8601)
    case .secondsSince1970: return Int64(exactly: seconds).map(String.init) ?? String(seconds)
    case .millisecondsSince1970: return Int64(exactly: (seconds * 1000).rounded()).map(String.init)
    case .custom: return nil
    }
  }
}

extension QueryEncoder.KeyStyle {
  /// The key as a name in this style.
  func name(of key: String) -> String { self == .snakeCase ? JSONKeyStyle.snakeCase(key) : key }
}
