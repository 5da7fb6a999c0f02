/// One pass over the lines of a streamed response, as bytes.
struct LineReader {
  /// The number of the last line, from 1.
  private(set) var number = 0
  /// How many bytes a line may have.
  let limit: Int

  private let response: NetworkResponse
  private let type: Any.Type
  private var splitter: LineSplitter
  /// nil when there is nothing more to read: at the end, or after an error. Then the transfer is over as well.
  private var chunks: ByteStream.AsyncIterator?

  /// - Parameter type: What the lines are made into, for errors to tell.
  init(
    _ stream: ByteStream, of response: NetworkResponse, endingAt end: LineSplitter.Terminator,
    as type: Any.Type
  ) {
    self.response = response
    self.type = type
    limit = max(0, response.request.options.maximumLineLength)
    splitter = LineSplitter(endingAt: end, limit: limit)
    chunks = stream.makeAsyncIterator()
  }

  /// The next line, without its end and without a byte order mark at the very beginning; nil at the end.
  mutating func next() async throws(NetworkRequestError) -> Data? {
    while chunks != nil {
      if let line = try whole() { return line }
      do throws(NetworkRequestError) {
        guard let chunk = try await chunks?.next() else { return last() }
        splitter.append(chunk)
      } catch {
        chunks = nil
        throw error
      }
    }
    return nil
  }

  /// Nothing more is read; the transfer is of no more use.
  mutating func stop() {
    chunks = nil
  }

  /// The failure of the last line, for a reason of the one who reads.
  func failure(_ reason: DecodingFailure.Reason, line: Data) -> NetworkRequestError {
    .decodingError(DecodingFailure(reason, type: type, response: response.replacing(body: .data(line))))
  }

  private mutating func whole() throws(NetworkRequestError) -> Data? {
    do throws(LineSplitter.TooLong) {
      return try splitter.next().map { numbered($0) }
    } catch {
      stop()
      let reason = DecodingFailure.Reason.lineTooLong(number + 1, limit: limit)
      throw failure(reason, line: error.start.prefix(1_000))
    }
  }

  private mutating func last() -> Data? {
    stop()
    return splitter.last().map { numbered($0) }
  }

  private mutating func numbered(_ line: Data) -> Data {
    number += 1
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    return number == 1 && line.starts(with: mark) ? line.dropFirst(mark.count) : line
  }
}
