/// Why a text is not JSON, and where.
struct JSONSyntaxError: Error, Hashable {
  var reason: String
  /// Counted in bytes from the start of the text.
  var offset: Int
}
