import Foundation
import RequisiteJSON

/// What came of a call: the value as text, or the error with its case, coding path, key and type.
enum Outcome {
  static func of(_ body: () throws -> String) -> String {
    do {
      return try body()
    } catch let error as DecodingError {
      return describe(error)
    } catch let error as EncodingError {
      guard case .invalidValue(_, let context) = error else { return "\(error)" }
      return "invalidValue at \(path(context))"
    } catch {
      // Foundation's error of a malformed number, which becomes a `DecodingError` after the outermost `init(from:)`.
      return "\(type(of: error))" == "JSONError" ? "dataCorrupted at " : "error \(error)"
    }
  }

  static func describe(_ error: DecodingError) -> String {
    switch error {
    case .keyNotFound(let key, let context): "keyNotFound \(key.stringValue) at \(path(context))"
    case .typeMismatch(let type, let context): "typeMismatch \(type) at \(path(context))"
    case .valueNotFound(let type, let context): "valueNotFound \(type) at \(path(context))"
    case .dataCorrupted(let context): "dataCorrupted at \(path(context))"
    @unknown default: "\(error)"
    }
  }

  static func isError(_ outcome: String) -> Bool {
    outcome.contains(" at ") && !outcome.hasPrefix("(") && !outcome.hasPrefix("{")
  }

  private static func path(_ context: DecodingError.Context) -> String { Probe.path(context.codingPath) }
  private static func path(_ context: EncodingError.Context) -> String { Probe.path(context.codingPath) }
}

/// Settings that both sides have, each in its own words.
struct Settings: CustomStringConvertible {
  // All cases share their memory, so that a case would show what another has left there.
  var ours = Settings.shared
  private static let shared = JSONCoding()
  let decoder = JSONDecoder()
  let encoder = JSONEncoder()
  var description = "as declared"

  init() {}

  init(_ random: inout Seeded) {
    if random.oneIn(4) {
      ours.keys = .snakeCase
      decoder.keyDecodingStrategy = .convertFromSnakeCase
      encoder.keyEncodingStrategy = .convertToSnakeCase
      description += ", snake case"
    }
    switch random.below(8) {
    case 0:
      ours.dates = .secondsSince1970
      decoder.dateDecodingStrategy = .secondsSince1970
      encoder.dateEncodingStrategy = .secondsSince1970
    case 1:
      ours.dates = .millisecondsSince1970
      decoder.dateDecodingStrategy = .millisecondsSince1970
      encoder.dateEncodingStrategy = .millisecondsSince1970
    case 2:
      ours.dates = .iso8601
      decoder.dateDecodingStrategy = .iso8601
      encoder.dateEncodingStrategy = .iso8601
    default: break
    }
    if random.oneIn(6) {
      ours.data = .deferredToData
      decoder.dataDecodingStrategy = .deferredToData
      encoder.dataEncodingStrategy = .deferredToData
    }
    if random.oneIn(4) {
      ours.nonConformingFloats = .strings(infinity: "INF", minusInfinity: "-INF", nan: "NaN")
      decoder.nonConformingFloatDecodingStrategy = .convertFromString(
        positiveInfinity: "INF", negativeInfinity: "-INF", nan: "NaN")
      encoder.nonConformingFloatEncodingStrategy = .convertToString(
        positiveInfinity: "INF", negativeInfinity: "-INF", nan: "NaN")
    }
  }

  /// Has both write the keys of an object in order, so that their texts can be compared.
  mutating func sortKeys() {
    ours.output = .sortedKeys
    encoder.outputFormatting = .sortedKeys
  }

  mutating func set(_ schema: Schema) {
    guard let key = Probe.source else { return }
    ours.userInfo = [key: Probe.Source(schema)]
    decoder.userInfo = [key: Probe.Source(schema)]
  }
}
