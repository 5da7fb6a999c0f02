/// What was measured of a task.
public final class URLSessionTaskMetrics: NSObject, @unchecked Sendable {
  public let transactionMetrics: [URLSessionTaskTransactionMetrics]
  public let taskInterval: DateInterval

  /// Not Apple's.
  public init(_ transactions: [URLSessionTaskTransactionMetrics], in interval: DateInterval) {
    (transactionMetrics, taskInterval) = (transactions, interval)
  }

  /// A request that reached no server has not started.
  convenience init(of task: URLSessionTask, _ failure: URLError.Code?) {
    let (dates, received) = task.lock.withLock { (task.dates, task.received) }
    let transaction = URLSessionTaskTransactionMetrics()
    let unsent: [URLError.Code?] = [.cannotConnectToHost, .cannotFindHost]
    transaction.requestStartDate = unsent.contains(failure) ? nil : dates.start
    transaction.responseStartDate = dates.first
    transaction.responseEndDate = dates.end
    transaction.countOfResponseBodyBytesReceived = received
    transaction.networkProtocolName = "http/1.1"
    let end = dates.end ?? dates.start
    self.init([transaction], in: DateInterval(start: dates.start, end: max(dates.start, end)))
  }
}

/// What was measured of one request and its response.
public final class URLSessionTaskTransactionMetrics: NSObject, @unchecked Sendable {
  public var domainLookupStartDate: Date?
  public var domainLookupEndDate: Date?
  public var connectStartDate: Date?
  public var secureConnectionStartDate: Date?
  public var secureConnectionEndDate: Date?
  public var connectEndDate: Date?
  public var requestStartDate: Date?
  public var responseStartDate: Date?
  public var responseEndDate: Date?
  public var countOfRequestBodyBytesSent: Int64 = 0
  public var countOfResponseBodyBytesReceived: Int64 = 0
  public var networkProtocolName: String?
  public var remoteAddress: String?
  public var remotePort: Int?
  public var isReusedConnection = false

  /// Makes metrics of nothing. Deprecated in Apple's, where only the system makes them.
  public override init() {}
}
