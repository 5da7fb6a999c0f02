extension QueryEncoder {
  /// How an array is written. Arrays of arrays and of objects can be said in ``indexed`` alone: in the other styles
  /// a reader could not tell where one element ends.
  public enum ArrayStyle: Sendable, Hashable {
    /// `tag=a&tag=b`
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
    /// `true` and `false`
    case words
    /// `1` and `0`
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
    /// `author[name]=Ann`
    case brackets
    /// `author.name=Ann`
    case dots
  }

  /// How the key of a property becomes a name. The keys of dictionaries are data and stay what they are.
  public enum KeyStyle: Sendable, Hashable {
    /// `createdAt`
    case unchanged
    /// `created_at`
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
