import RequisiteTesting
import TestSupport

@testable import Requisite

/// What became of a call.
struct CallResult: Sendable {
  enum End: Sendable {
    /// A response with this status, or an error, with what was read of the body.
    case ended(status: Int?, NetworkRequestError?)
    case underWay
  }

  let call: Call
  let number: Int
  var id: TransportRequest.ID
  /// The resource, also of a page that a link led to.
  var resource: String
  /// True if another origin has chosen what is requested, so that no credentials are sent.
  var isWithoutCredentials = false
  let start: Int
  let period: Int
  /// The position of the start, and of the end, among those of all calls.
  let beginning: Int
  var ending = 0
  var end = End.underWay
  /// The time at which the response, or the error, came.
  var time = 0
  /// The users who were logged in during the call.
  var users: Set<String> = []
  /// The number of the exchange in the header field of the response.
  var field: Int?
  /// What was read of the body.
  var body = ""
  /// True if the body was read to its end.
  var isWhole = false
  /// How late the last chunk of a stream came after it was asked for and the deadline had passed.
  var isLate = false
  /// What the response or the error says of itself.
  var texts: [String] = []

  var isOver: Bool { if case .underWay = end { false } else { true } }

  var status: Int? { if case .ended(let status, _) = end { status } else { nil } }

  var error: NetworkRequestError? { if case .ended(_, let error) = end { error } else { nil } }

  /// The number of the exchange that the header fields of a response name.
  func number(in headers: HTTPHeaders) -> Int? {
    let own = headers[ModelServer.field(for: call.method)].flatMap { Int($0) }
    // The stored response to a GET answers a HEAD.
    return own ?? headers[ModelServer.field(for: .get)].flatMap { Int($0) }
  }

  /// The body that the request had.
  var sentBody: String { call.method == .post || call.method == .put ? Self.body(of: number) : "" }

  static func body(of number: Int) -> String {
    "the body of call \(number)" + String(repeating: ", again and again", count: 8)
  }
}

extension World {
  /// Makes a call to its end, with the body of its response.
  func perform(_ call: Call) async {
    switch call.way {
    case .sent: do throws(NetworkRequestError) { try await send(call) } catch {}
    case .dispatched(let attempts, let wait): await dispatch(call, attempts, .seconds(wait))
    case .downloaded(let attempts, let wait): await download(call, attempts, .seconds(wait))
    case .pages(let count): await read(pagesOf: call, count)
    case .events(let count): await read(eventsOf: call, count)
    }
  }

  /// Makes a call by the dispatcher. Its error is looked at later, unless the caller wants it.
  func send(_ call: Call) async throws(NetworkRequestError) {
    let (number, request) = note(call)
    let response: NetworkResponse
    do throws(NetworkRequestError) {
      response = try await dispatcher(of: call.stack).send(request)
    } catch {
      end(number, with: error)
      throw error
    }
    await end(number, with: response)
  }

  func end(_ number: Int, with response: NetworkResponse) async {
    let call = results.withLock { $0[number].call }
    update(number) { result in
      result.id = response.request.id
      result.time = self.seconds
      result.field = result.number(in: response.headers)
    }
    await read(response.body, of: number, call)
    update(number) { result in
      if self.readsTexts { result.texts = ["\(response)", response.timeline.map { "\($0)" } ?? ""] }
      self.end(&result, .ended(status: response.status, nil))
    }
  }

  /// Notes the end of a call and the users who were logged in until then.
  func end(_ result: inout CallResult, _ end: CallResult.End) {
    result.users = session.users(since: result.period)
    result.ending = events.next()
    result.end = end
  }

  func end(_ number: Int, with error: NetworkRequestError) {
    update(number) { result in
      result.id = error.request?.id ?? result.id
      result.time = self.seconds
      if self.readsTexts {
        result.texts = ["\(error)", String(reflecting: error), error.timeline.map { "\($0)" } ?? ""]
      }
      if let response = error.response {
        result.field = result.number(in: response.headers)
        result.body = String(decoding: response.data, as: UTF8.self)
        result.isWhole = response.bodyFailure == nil
      }
      self.end(&result, .ended(status: error.response?.status, error))
    }
  }

  func update(_ number: Int, _ change: (inout CallResult) -> Void) {
    results.withLock { change(&$0[number]) }
  }

  /// Notes a call that begins, and returns its request.
  func note(_ call: Call) -> (Int, TransportRequest) {
    results.withLock { results in
      let request = request(of: call, results.count)
      results.append(
        CallResult(
          call: call, number: results.count, id: request.id, resource: "\(call.resource)", start: seconds,
          period: session.period,
          beginning: events.next()))
      return (results.count - 1, request)
    }
  }

  private func request(of call: Call, _ number: Int) -> TransportRequest {
    var request = TransportRequest(method: call.method, url: .api("/\(call.resource)", host: "api.test"))
    if call.method == .post || call.method == .put {
      request.body = body(of: number, call.sending)
    }
    if call.isForPart { request.headers[.range] = ModelServer.part }
    if let language = call.language { request.headers[.acceptLanguage] = language }
    if call.isRaw { request.headers[.acceptEncoding] = "gzip" }
    if let own = call.own { request.sign(own.slot, as: own.user) }
    request.options.cache = call.mode
    request.options.priority = call.priority
    request.options.deadline = call.deadline.map { .seconds($0) }
    switch call.reading {
    case .buffered: request.delivery = .buffered
    case .stream: request.delivery = .streamed
    case .file: request.delivery = .file(place(of: number))
    }
    return request
  }

  private func body(of number: Int, _ sending: Call.Sending) -> HTTPBody {
    let data = Data(CallResult.body(of: number).utf8)
    return switch sending {
    case .data: .data(data, contentType: "text/plain")
    case .once: .stream(BodyStream(ByteStream(data)), contentType: "text/plain")
    case .again: .stream(BodyStream { ByteStream(data) }, contentType: "text/plain")
    }
  }

  func place(of number: Int) -> URL? {
    do { return try folder().url.appendingPathComponent("\(number)") } catch { return nil }
  }

  func read(_ body: TransportResponse.Body, of number: Int, _ call: Call) async {
    switch body {
    case .data(let data): note(data, of: number, isLast: true)
    case .file(let url):
      do { note(try Data(contentsOf: url), of: number, isLast: true) } catch {
        texts.add("no file: \(error)")
      }
      do { try FileManager.default.removeItem(at: url) } catch { texts.add("not removed: \(error)") }
    case .stream(let stream): await read(stream, of: number, call)
    }
  }

  private func read(_ stream: ByteStream, of number: Int, _ call: Call) async {
    guard case .stream(let count, let pause) = call.reading else { return }
    let end = call.deadline.map { $0 + (results.withLock { $0[number].start }) }
    var chunks = stream.makeAsyncIterator()
    for _ in 0..<count {
      let asked = seconds
      do throws(NetworkRequestError) {
        guard let chunk = try await chunks.next() else { return note(Data(), of: number, isLast: true) }
        note(chunk, of: number, isLast: false)
      } catch {
        update(number) { $0.texts.append("\(error)") }
        if let end, seconds > max(end, asked) { update(number) { $0.isLate = true } }
        return
      }
      do { try await callClock.sleep(for: .seconds(pause)) } catch { return }
    }
  }

  func note(_ data: Data, of number: Int, isLast: Bool) {
    update(number) { result in
      result.body += String(decoding: data, as: UTF8.self)
      result.isWhole = isLast
    }
  }
}
