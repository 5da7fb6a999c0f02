// What the files that are compiled for wasm32 use of Foundation, of the C library and of the library's other parts.

typealias TimeInterval = Double

struct Date: Hashable {
  var timeIntervalSince1970: TimeInterval

  init(timeIntervalSince1970 seconds: TimeInterval = 0) { timeIntervalSince1970 = seconds }
  init() { self.init(timeIntervalSince1970: 1_800_000_000) }

  func timeIntervalSince(_ other: Date) -> TimeInterval {
    timeIntervalSince1970 - other.timeIntervalSince1970
  }
}

struct JSONFault: Error {
  init(_ problem: String, at offset: Int) {}
  static func name(of byte: UInt8) -> String { "" }
}

struct HTTPHeaderName {
  static var retryAfter: HTTPHeaderName { HTTPHeaderName() }
  static var date: HTTPHeaderName { HTTPHeaderName() }
}
struct HTTPHeader {
  init(_ name: HTTPHeaderName, _ value: String) {}
}
struct HTTPHeaders {
  subscript(_ name: HTTPHeaderName) -> String? { nil }
}

enum Document {
  static func after(_ index: Int, _ words: UnsafeMutablePointer<UInt64>) -> Int { index + 1 }
}
