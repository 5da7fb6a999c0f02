extension Transport {
  /// Sends `traceparent` (W3C Trace Context, level 1), which ties a server's traces to the call.
  ///
  /// Each call becomes a child span of its context. The context is a valid `traceparent` of the request, for example one
  /// forwarded from an incoming request; else ``RequestOptions/traceContext``; else ``TraceContext/current``. The trace,
  /// its sampling and its `tracestate` are kept. Without a context, the call starts a trace, whose id is that of the
  /// call. All attempts belong to one trace; inside `.retried()`, each attempt is a span of its own. A malformed
  /// `traceparent` is sent unchanged.
  ///
  /// - Parameters:
  ///   - isSampled: The sampled flag of a trace that the call starts; true by default.
  ///   - spanID: Returns the id of a span; random by default. Zero, which is invalid, becomes 1.
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

/// A position in a distributed trace (W3C Trace Context, level 1): the trace, and the parent span of new calls.
///
/// A server's handler reads it from the incoming request and sets it as the context of its own calls. With
/// ``Transport/traced(isSampled:spanID:)`` in the stack, each call, or each attempt, is then a child span of the
/// handler's:
///
/// ```swift
/// let context = TraceContext(
///   traceparent: incoming["traceparent"], tracestate: incoming["tracestate"])
/// try await TraceContext.$current.withValue(context) {
///   let todos = try await client.dispatch(FindTodos())
/// }
/// ```
public struct TraceContext: Sendable, Hashable {
  /// The context of the calls of the current task and its children; nil by default. ``RequestOptions/traceContext``
  /// overrides it.
  @TaskLocal public static var current: TraceContext?

  /// The id of the trace: 32 lowercase hexadecimal digits, not all zero.
  public let traceID: String
  /// The id of the parent span of new calls: 16 lowercase hexadecimal digits, not all zero.
  public let spanID: String
  /// Whether the caller records the trace.
  public let isSampled: Bool
  /// The data of tracing systems (`tracestate`), sent on unchanged; nil without such data.
  public let state: String?

  /// Reads the context from the header fields of an incoming request.
  ///
  /// - Parameters:
  ///   - traceparent: The value of `traceparent`, in version 00 or a later version, which is read by the rules for
  ///     unknown versions.
  ///   - tracestate: The value of `tracestate`; join several fields by commas. A value that is longer than 512 bytes or
  ///     is not a valid field value is ignored.
  /// - Returns: nil if `traceparent` is nil or malformed; the call then starts a trace of its own.
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
    traceID = trace
    spanID = span
    isSampled = flags & 1 == 1
    state = tracestate.flatMap { Self.isState($0) ? $0 : nil }
  }

  /// Returns the bytes as text if all of them are lowercase hexadecimal digits, otherwise nil.
  private static func digits(_ bytes: ArraySlice<UInt8>) -> String? {
    let isHexadecimal = bytes.allSatisfy { byte in
      ASCII.isDigit(byte) || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte
    }
    return isHexadecimal ? String(decoding: bytes, as: UTF8.self) : nil
  }

  private static func isState(_ text: String) -> Bool {
    (1...512).contains(text.utf8.count) && text.utf8.allSatisfy { ASCII.isPrintable($0) || $0 == 0x09 }
  }

  /// Returns the value of `traceparent` for a span of this trace.
  func traceparent(of span: UInt64) -> String {
    "00-\(traceID)-\(Hexadecimal.encode(span))-\(isSampled ? "01" : "00")"
  }
}

extension RequestOptions {
  /// The context that contains the parent span of the call; nil by default, for ``TraceContext/current``.
  ///
  /// It has no effect without ``Transport/traced(isSampled:spanID:)`` in the stack.
  public var traceContext: TraceContext? {
    get { self[TraceContextKey.self] }
    set { self[TraceContextKey.self] = newValue }
  }
}

private enum TraceContextKey: RequestOptionKey { static let defaultValue: TraceContext? = nil }
