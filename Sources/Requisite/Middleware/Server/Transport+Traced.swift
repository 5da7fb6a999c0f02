extension Transport {
  /// Sends `traceparent` (W3C Trace Context, level 1), by which a server's traces are tied to the call.
  ///
  /// The call is a child span of its context: that of a valid `traceparent` on the request, as one that was handed on from an
  /// incoming request, else ``RequestOptions/traceContext``, else ``TraceContext/current``; the trace, its sampling and
  /// its `tracestate` are kept. Without a context, the call begins a trace, whose id is that of the call. All attempts
  /// belong to one trace; inside of `.retried()`, each attempt is a span of its own. A `traceparent` that is malformed is left
  /// as it is.
  ///
  /// - Parameters:
  ///   - isSampled: The sampled flag of a trace that begins with the call; true by default.
  ///   - spanID: Makes the ids of spans; random by default. Zero, which is invalid, becomes 1.
  public func traced(
    isSampled: Bool = true, spanID: @escaping @Sendable () -> UInt64 = { .random(in: 1 ... .max) }
  ) -> some Transport {
    changing { request in
      let own = request.headers[.traceparent]
      let incoming = TraceContext(traceparent: own, tracestate: request.headers[.tracestate])
      guard own == nil || incoming != nil else { return }
      let span = max(1, spanID())
      guard let context = incoming ?? request.options.traceContext ?? TraceContext.current else {
        let flags = isSampled ? "01" : "00"
        let field = "00-\(request.id)-\(Hexadecimal.encode(span))-\(flags)"
        return request.headers.append(HTTPHeader(.traceparent, field))
      }
      request.headers.set(HTTPHeader(.traceparent, context.traceparent(of: span)))
      guard incoming == nil, let state = context.state else { return }
      request.headers.set(HTTPHeader(.tracestate, state))
    }
  }
}

/// A position in a distributed trace (W3C Trace Context, level 1): the trace, and the span within it that calls belong to.
///
/// A server's handler takes it from its incoming request and makes it the context of the calls that it makes; with
/// ``Transport/traced(isSampled:spanID:)`` in the stack, each call, or each attempt, is then a child span of the handler's:
///
/// ```swift
/// let context = TraceContext(traceparent: incoming["traceparent"], tracestate: incoming["tracestate"])
/// try await TraceContext.$current.withValue(context) {
///   let todos = try await client.dispatch(FindTodos())
/// }
/// ```
public struct TraceContext: Sendable, Hashable {
  /// The context of the calls of the current task and its children; nil by default. ``RequestOptions/traceContext`` wins.
  @TaskLocal public static var current: TraceContext?

  /// The id of the trace: 32 hexadecimal digits in lower case, not all zero.
  public let traceID: String
  /// The id of the span that calls are children of: 16 hexadecimal digits in lower case, not all zero.
  public let spanID: String
  /// Whether the caller records the trace.
  public let isSampled: Bool
  /// The data of tracing systems (`tracestate`), passed on unchanged; nil without such data.
  public let state: String?

  /// Reads the fields of an incoming request.
  ///
  /// - Parameters:
  ///   - traceparent: The value of `traceparent`, in version 00 or, by the rules for unknown versions, a later one.
  ///   - tracestate: The value of `tracestate`; several fields are to be joined by commas. One that is longer than 512 bytes or
  ///     is no field value is left out.
  /// - Returns: nil where there is no `traceparent`, or it is malformed: then a call begins a trace of its own.
  public init?(traceparent: String?, tracestate: String? = nil) {
    guard let bytes = traceparent.map({ Array(ASCII.trimmed($0[...]).utf8) }), bytes.count >= 55 else {
      return nil
    }
    let dash = UInt8(ascii: "-")
    guard bytes[2] == dash, bytes[35] == dash, bytes[52] == dash, bytes.count == 55 || bytes[55] == dash,
      let version = Self.digits(bytes[0..<2]), version != "ff", version != "00" || bytes.count == 55,
      let trace = Self.digits(bytes[3..<35]), let span = Self.digits(bytes[36..<52]),
      let flags = Self.digits(bytes[53..<55]).flatMap({ UInt8($0, radix: 16) }),
      trace.utf8.contains(where: { $0 != UInt8(ascii: "0") }),
      span.utf8.contains(where: { $0 != UInt8(ascii: "0") })
    else { return nil }
    (traceID, spanID, isSampled) = (trace, span, flags & 1 == 1)
    state = tracestate.flatMap { Self.isState($0) ? $0 : nil }
  }

  /// The bytes as text if all of them are hexadecimal digits in lower case, else nil.
  private static func digits(_ bytes: ArraySlice<UInt8>) -> String? {
    let isHexadecimal = bytes.allSatisfy { byte in
      ASCII.isDigit(byte) || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte
    }
    return isHexadecimal ? String(decoding: bytes, as: UTF8.self) : nil
  }

  private static func isState(_ text: String) -> Bool {
    (1...512).contains(text.utf8.count) && text.utf8.allSatisfy { ASCII.isPrintable($0) || $0 == 0x09 }
  }

  /// The value of `traceparent` for a span of this trace.
  func traceparent(of span: UInt64) -> String {
    "00-\(traceID)-\(Hexadecimal.encode(span))-\(isSampled ? "01" : "00")"
  }
}

extension RequestOptions {
  /// The context that the call is a child span of; nil, and then ``TraceContext/current``, by default. Without
  /// ``Transport/traced(isSampled:spanID:)`` in the stack it has no effect.
  public var traceContext: TraceContext? {
    get { self[TraceContextKey.self] }
    set { self[TraceContextKey.self] = newValue }
  }
}

private enum TraceContextKey: RequestOptionKey { static let defaultValue: TraceContext? = nil }
