import Foundation
import RequisiteJSON

/// A type, and texts from which texts for it are made.
struct TypeCase: Sendable {
  let name: String
  let texts: [String]
  /// What ours and Foundation's coders make of a text.
  let outcomes: @Sendable (Data, inout Settings) -> (ours: String, theirs: String)

  init<T: Codable>(_ type: T.Type, _ texts: String...) {
    name = "\(type)"
    self.texts = texts
    outcomes = { data, settings in
      let (ours, theirs) = (settings.ours, settings.decoder)
      let encoder = settings.encoder
      return (
        Outcome.of { Self.text(of: try ours.decode(T.self, from: data), encoder, ours) },
        Outcome.of { Self.text(of: try theirs.decode(T.self, from: data), encoder, nil) }
      )
    }
  }

  /// The value in JSON, as Foundation writes it, and as ours or again Foundation writes it.
  private static func text<T: Codable>(of value: T, _ encoder: JSONEncoder, _ ours: JSONCoding?) -> String {
    let theirs = Outcome.of { String(decoding: try encoder.encode(value), as: UTF8.self) }
    guard let ours else { return "{\(theirs)}\n\(theirs)" }
    return "{\(theirs)}\n\(Outcome.of { String(decoding: try ours.encode(value), as: UTF8.self) })"
  }
}

extension TypeCase {
  static let all: [TypeCase] = values + foundation

  private static let values: [TypeCase] = [
    TypeCase(
      Shapes.Plain.self,
      #"{"id":1,"name":"a","isOpen":true,"createdAt":0,"homeURL":"http:\/\/x","payload":"aGk=","price":1.10,"ratio":0.5,"suit":"spades","level":10}"#,
      #"{"id":-5,"name":"longer than sixteen bytes","created_at":"2026-03-01T12:00:00Z","createdAt":1e3,"home_url":null,"price":12345678901234567890.12345,"ratio":16777217,"suit":"clubsAndMore"}"#
    ),
    TypeCase(Shapes.IntegerKeys.self, #"{"one":1,"two":"2"}"#, #"{"1":1,"2":null,"one":2}"#),
    TypeCase(
      Shapes.RenamedKeys.self,
      #"{"quote\"d":1,"slash\/ed":2,"":3,"ünïcode":4,"line\nbreak":5,"snake_case":6}"#,
      #"{"slash/ed":2,"\u00fcnïcode":4,"snakeCase":6,"snake_case":7}"#),
    TypeCase(
      Shapes.Widths.self,
      #"{"a":127,"b":-32768,"c":2147483647,"d":9223372036854775807,"e":255,"f":65535,"g":4294967295,"h":18446744073709551615,"i":3.4028235e38,"j":0,"k":[0,255],"l":[0.1,-0],"m":[true,false],"n":[1,null]}"#
    ),
    TypeCase(
      Shapes.Command.self, #"{"stop":{}}"#, #"{"move":{"_0":1,"_1":2}}"#,
      #"{"say":{"text":"x","times":null}}"#,
      #"{"all":{"_0":[{"stop":{}},{"one":{"_0":{"say":{"text":"y"}}}}]}}"#),
    TypeCase([Shapes.Command].self, #"[{"stop":{}},{"move":{"_0":1,"_1":2}},{"stop":{}}]"#),
    TypeCase(
      Shapes.Page<Shapes.Suit>.self,
      #"{"items":["hearts"],"next":"spades","byName":{"a_b":"hearts"},"by_name":{}}"#),
    TypeCase(
      Shapes.Page<[Double]>.self, #"{"items":[[1,2.5],[]],"next":[1e2],"byName":{"a":[0.1],"b":[]}}"#),
    TypeCase(
      Shapes.Tree.self,
      #"{"value":1,"children":[{"value":2,"children":[]},{"left":{"left":{"value":null}}}]}"#),
    TypeCase(
      Shapes.Wrapped.self, #"{"count":{"wrappedValue":1},"name":{"wrappedValue":null},"number":"12"}"#),
    TypeCase(
      Shapes.Keyed.self,
      #"{"bySuit":{"hearts":1},"byLevel":[10,3],"byNumber":{"1":"a","-2":"b"},"byID":["E621E1F8-C36C-495A-93FC-0C247A3E6E5F",true],"nested":{"a_b":{"c_d":0}},"optional":{"a":null,"b":1}}"#,
      #"{"by_suit":{"clubsAndMore":1,"x":2},"byDate":[0,1],"byNumber":{"+1":"a"}}"#),
    TypeCase(
      Shapes.Collections.self,
      #"{"set":["a"],"contiguous":[1,0.5],"slice":[1,2],"range":[1,3],"closed":[0.5,0.5],"from":[1],"deep":[[[1,null],[]],[]],"maybe":null}"#,
      #"{"dates":[0,1.5],"urls":["http:\/\/x",null],"data":["","aGk="],"decimals":[1,0.1,1e2],"maybe":5,"range":[3,1]}"#
    ),
    TypeCase(Shapes.Inner.self, #"{"note":"n","super":{"id":1,"title":"t"}}"#, #"{"note":"n","id":1}"#),
    TypeCase(Shapes.Beside.self, #"{"id":1,"title":null,"rank":0.25}"#),
    TypeCase(
      Shapes.Anything.self,
      #"{"a":[1,1.5,"x",null,true,{"b":{}}],"c":-0.0,"d":1e400,"e":18446744073709551615}"#, "[]"),
    TypeCase(Shapes.Surviving.self, #"[1,"a",2,null,[1],{"x":1},1.5,99999999999999999999,3]"#),
    TypeCase(
      Shapes.Described.self,
      #"{"a":{"b":{}},"list":[1,{"a":null},{"b":[]},null],"camel_case":{"list":[{}]},"camelCase":{"a":[[]]}}"#
    ),
    TypeCase(Int??.self, "null", "1"), TypeCase([Int??].self, "[null,1]"),
    TypeCase(
      Int128?.self, "170141183460469231731687303715884105727", "-170141183460469231731687303715884105728"),
    TypeCase([UInt128].self, "[0,340282366920938463463374607431768211455]"),
    TypeCase([Float].self, "[16777217,1e-46,3.4028236e38,1.17549435e-38,0.1]"),
    TypeCase([String?].self, #"["a",null,"\u0000","\ud83d\ude00"]"#),
    TypeCase(String.self, #""a\/\b\u00e9""#),
  ]

  private static let foundation: [TypeCase] = [
    TypeCase(Date.self, "0", "-1.5", #""2026-02-28T23:59:59Z""#, #""2026-02-28T23:59:59+01:00""#, "1e300"),
    TypeCase(Data.self, #""aGk=""#, #""aGk""#, #"" aGk=\n""#, "[1,2,255]"),
    TypeCase(URL.self, #""http:\/\/x\/ü?a b""#),
    TypeCase(UUID.self, #""e621e1f8-c36c-495a-93fc-0c247a3e6e5f""#),
    TypeCase(
      [Decimal].self,
      "[1e127,1e128,1e-128,0.1,-0,123456789012345678901234567890123456789,1234567890.12345678901234567890123456789012345]",
      "[9999999999999999999999999999999999999999999999,1e-127,12e126,0e5,1.0000]"),
    TypeCase(TimeZone.self, #"{"identifier":"GMT"}"#),
    TypeCase(DateComponents.self, #"{"year":2026,"month":3,"day":1}"#),
    TypeCase(IndexPath.self, #"{"indexes":[1,2]}"#),
    TypeCase(
      Measurement<UnitLength>.self,
      #"{"value":1,"unit":{"symbol":"m","converter":{"coefficient":1,"constant":0}}}"#),
    TypeCase(CGFloat.self, "0.1"), TypeCase(CGRect.self, "[[0,1],[2,3.5]]"),
    TypeCase(Locale.self, #"{"identifier":"de_DE"}"#),
  ]
}
