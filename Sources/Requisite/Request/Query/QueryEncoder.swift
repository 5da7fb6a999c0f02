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

extension QueryEncoder {
  /// How an array is written. Arrays of arrays and of objects can be said in ``indexed`` alone: in the other styles
  /// a reader could not tell where one element ends.
  public enum ArrayStyle: Sendable, Hashable {
    /// `tag=a&tag=b`, as forms in browsers write it.
    case repeated
    /// `tag[]=a&tag[]=b`, as PHP and Rails read it.
    case brackets
    /// `tag[0]=a&tag[1]=b`; an element that is nil is skipped, and the others keep their places.
    case indexed
    /// `tag=a,b`; an element with a comma in it is refused. (The comma is escaped in a URL, as all is.)
    case commaSeparated
  }

  /// How a truth value is written.
  public enum BooleanStyle: Sendable, Hashable {
    /// The words `true` and `false`.
    case words
    /// The digits `1` and `0`.
    case numbers
  }

  /// How a date is written.
  public enum DateStyle: Sendable {
    /// In UTC to the second, as in `2026-11-21T08:30:00Z`.
    case iso8601
    /// Seconds since the beginning of 1970, with a fraction where there is one.
    case secondsSince1970
    /// Milliseconds since the beginning of 1970, rounded.
    case millisecondsSince1970
    /// As the function says; what it throws becomes the cause of the error.
    case custom(@Sendable (Date) throws -> String)
  }

  /// How the member of a nested object is named.
  public enum NestingStyle: Sendable, Hashable {
    /// `author[name]=Ann`, as PHP and Rails read it.
    case brackets
    /// `author.name=Ann`, as Spring and ASP.NET read it.
    case dots
  }

  /// How the key of a property becomes a name. The keys of dictionaries are data and stay what they are.
  public enum KeyStyle: Sendable, Hashable {
    /// The key as declared: `createdAt` stays `createdAt`.
    case unchanged
    /// In snake case: `createdAt` becomes `created_at`.
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
  /// The key as a name: `myURLQuery` becomes `my_url_query`.
  func name(of key: String) -> String {
    guard self == .snakeCase, key.contains(where: \.isUppercase) else { return key }
    let characters = Array(key)
    var name = ""
    for (index, character) in characters.enumerated() {
      if character.isUppercase, index > 0, characters[index - 1] != "_" {
        let afterWord = !characters[index - 1].isUppercase
        let beforeWord = index + 1 < characters.count && characters[index + 1].isLowercase
        if afterWord || beforeWord { name += "_" }
      }
      name += character.lowercased()
    }
    return name
  }
}
