/// A request that no recorded exchange answers; carried by `NetworkRequestError.unknownError`.
public struct UnrecordedRequest: LocalizedError, CustomStringConvertible, Sendable {
  /// Method and URL of the request, without secrets.
  public let request: String
  /// The file of the recording; nil for one in memory.
  public let file: URL?
  /// The recorded exchange that comes nearest, and the difference from the request; nil where there are none.
  public let nearest: String?

  /// The request, the nearest exchange, the differences, and what to do.
  public var description: String {
    let place = file.map { "in “\($0.path)”" } ?? "in the recording"
    let reason = nearest.map { "the nearest is \($0)" } ?? "there are none"
    let advice = file == nil ? "" : " (REQUISITE_RECORD=missing records it)"
    return "no exchange \(place) answers \(request); \(reason)\(advice)"
  }

  /// The same as ``description``.
  public var errorDescription: String? { description }
}
