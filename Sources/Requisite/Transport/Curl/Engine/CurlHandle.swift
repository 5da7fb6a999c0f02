#if os(Linux)
  import CRequisiteCurl

  /// An easy handle of libcurl: what makes one transfer at a time. Used by the loop's thread alone.
  final class CurlHandle {
    let easy: rq_easy
    /// The transfer that it makes now; the callbacks find it here.
    var transfer: CurlTransfer?
    /// Whether options of the last transfer stand that the next one would not overwrite.
    var needsReset = true
    /// The poller that waits for its sockets.
    var poller: CurlPoller?
    /// Whether the options for `https` stand, where those for `http` differ.
    var isSecure: Bool?
    /// The timeout for connecting that stands, in milliseconds.
    var connectTimeout = 0
    /// The connection that its transfer has; nil where it has none, or none that is known.
    var connection: CurlConnections.ID?
    private let errorText: UnsafeMutablePointer<CChar>
    private static let errorSize = 256

    init?() {
      guard let easy = rq_easy_init() else { return nil }
      self.easy = easy
      errorText = .allocate(capacity: Self.errorSize)
      errorText.initialize(repeating: 0, count: Self.errorSize)
    }

    deinit {
      rq_easy_cleanup(easy)
      errorText.deallocate()
    }

    /// The pointer that libcurl hands to the callbacks.
    var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    static func from(_ context: UnsafeMutableRawPointer) -> CurlHandle {
      Unmanaged.fromOpaque(context).takeUnretainedValue()
    }

    /// The Content-Length of the response; -1 without one.
    var announcedLength: Int64 {
      var length: Int64 = -1
      // CURLINFO_CONTENT_LENGTH_DOWNLOAD_T
      return rq_easy_get_offset(easy, 0x60_0000 + 15, &length) == 0 ? length : -1
    }

    /// How long it took until the request could be sent, in microseconds; 0 before.
    var preTransferTime: Int64 {
      var time: Int64 = 0
      // CURLINFO_PRETRANSFER_TIME_T
      return rq_easy_get_offset(easy, 0x60_0000 + 53, &time) == 0 ? time : 0
    }

    /// How long it took until the first byte of the response came, in microseconds, counted from when libcurl had a
    /// connection for the transfer or began to make one; 0 before.
    var firstByteTime: Int64 {
      var time: Int64 = 0
      // CURLINFO_STARTTRANSFER_TIME_T
      return rq_easy_get_offset(easy, 0x60_0000 + 54, &time) == 0 ? time : 0
    }

    /// The status of a proxy's answer to the last CONNECT; 0 without one.
    var proxyStatus: Int {
      var status = 0
      // CURLINFO_HTTP_CONNECTCODE
      return rq_easy_get_long(easy, 0x20_0000 + 22, &status) == 0 ? status : 0
    }

    /// Why OpenSSL refused the server's certificate; 0 where it did not.
    var verification: Int {
      var result = 0
      // CURLINFO_SSL_VERIFYRESULT
      return rq_easy_get_long(easy, 0x20_0000 + 13, &result) == 0 ? result : 0
    }

    /// libcurl's message about the last failure.
    var detail: String { String(cString: errorText) }

    func forgetDetail() { errorText[0] = 0 }

    /// Takes all options back, and sets those again that make it this handle.
    func reset() throws(CurlProblem) {
      rq_easy_reset(easy)
      isSecure = nil
      needsReset = false
      try set(.errorBuffer, errorText)
      try set(.handle, context)
    }
  }

  extension CurlHandle {
    func set(_ option: CurlOption.Number, _ value: Int) throws(CurlProblem) {
      try check(rq_easy_set_long(easy, option.rawValue, value), option)
    }

    func set(_ option: CurlOption.Number, _ value: Bool) throws(CurlProblem) {
      try set(option, value ? 1 : 0)
    }

    func set(_ option: CurlOption.Offset, _ value: Int64) throws(CurlProblem) {
      try check(rq_easy_set_offset(easy, option.rawValue, value), option)
    }

    func set(_ option: CurlOption.Text, _ value: String?) throws(CurlProblem) {
      try check(rq_easy_set_string(easy, option.rawValue, value), option)
    }

    func set(_ option: CurlOption.Pointer, _ value: UnsafeMutableRawPointer?) throws(CurlProblem) {
      try check(rq_easy_set_pointer(easy, option.rawValue, value), option)
    }

    func set(_ option: CurlOption.Blob, _ value: Data) throws(CurlProblem) {
      let code = value.withUnsafeBytes { bytes in
        rq_easy_set_blob(easy, option.rawValue, bytes.baseAddress, bytes.count)
      }
      try check(code, option)
    }

    func set(_ option: CurlOption.DataCallback, _ value: rq_data_callback) throws(CurlProblem) {
      try check(rq_easy_set_data_callback(easy, option.rawValue, value), option)
    }

    func check(_ code: Int32, _ option: Any) throws(CurlProblem) {
      guard code != 0 else { return }
      throw .library(code: code, detail: "libcurl does not accept the option “\(option)”")
    }
  }

  /// Easy handles that wait for their next transfer: making and setting one up costs more than a small transfer.
  /// Used by the loop's thread alone.
  struct CurlHandlePool {
    private var idle: [CurlHandle] = []
    private let options: CurlOptions
    private let capacity: Int

    init(options: CurlOptions, capacity: Int) {
      self.options = options
      self.capacity = capacity
    }

    /// A handle with the options of the configuration set.
    mutating func take() throws(CurlProblem) -> CurlHandle {
      while let handle = idle.popLast() {
        guard handle.needsReset else { return handle }
        // One that was removed in the middle of an HTTP/2 upload may keep its buffers, and then takes no options.
        if prepared(handle) { return handle }
      }
      guard let handle = CurlHandle() else {
        throw .library(code: 27, detail: "there is no memory for an easy handle")
      }
      try options.prepare(handle)
      return handle
    }

    private func prepared(_ handle: CurlHandle) -> Bool {
      do throws(CurlProblem) {
        try options.prepare(handle)
        return true
      } catch {
        // A new handle says what is wrong, if it is not this one alone.
        return false
      }
    }

    /// Takes a handle back whose transfer is over and which is in no multi handle.
    mutating func put(_ handle: CurlHandle) {
      handle.abandon()
      guard idle.count < capacity else { return }
      idle.append(handle)
    }
  }
#endif
