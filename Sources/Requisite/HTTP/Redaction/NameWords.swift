/// The words of a name in lower case, split at punctuation and before capitals: `SAMLResponse` is two words.
///
/// The letters of all words are in one array: hostile text has very many names, and each costs two allocations.
struct NameWords: RandomAccessCollection {
  /// The letters and digits of all words, in UTF-8 without what separates the words.
  private(set) var letters: [UInt8] = []
  /// For each word the offset after its last letter.
  private var ends: [Int] = []

  var startIndex: Int { 0 }
  var endIndex: Int { ends.count }

  subscript(position: Int) -> ArraySlice<UInt8> {
    letters[(position == 0 ? 0 : ends[position - 1])..<ends[position]]
  }

  /// True if each word is a single letter, as in `p-w-d`.
  var areLetters: Bool { letters.count == ends.count }

  init(_ name: String) {
    letters.reserveCapacity(name.utf8.count)
    // Where the last letter begins, whether it is a capital, and whether the one before it is.
    var (last, isCapital, wasCapital) = (0, false, false)
    for scalar in name.unicodeScalars {
      let isUpper = Self.isUpper(scalar)
      defer { (isCapital, wasCapital) = (isUpper, isCapital) }
      guard Self.isLetterOrDigit(scalar) else {
        endWord(at: letters.count)
        continue
      }
      if isUpper, !isCapital {
        endWord(at: letters.count)
      } else if isCapital, wasCapital, !isUpper, letters.count - (ends.last ?? 0) > 2 {
        // The last of several capitals starts the next word.
        endWord(at: last)
      }
      last = letters.count
      append(scalar)
    }
    endWord(at: letters.count)
  }

  private mutating func endWord(at offset: Int) {
    if offset > ends.last ?? 0 { ends.append(offset) }
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    if scalar.isASCII {
      letters.append(ASCII.lowercased(UInt8(truncatingIfNeeded: scalar.value)))
    } else {
      letters += scalar.properties.lowercaseMapping.utf8
    }
  }

  private static func isUpper(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII ? "A"..."Z" ~= scalar : scalar.properties.isUppercase
  }

  private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII
      ? "a"..."z" ~= scalar || "A"..."Z" ~= scalar || "0"..."9" ~= scalar : scalar.properties.isAlphabetic
  }
}
