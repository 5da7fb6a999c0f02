/// The libcurl options that the engine uses, grouped by the type of their value. The numbers are libcurl's ABI.
enum CurlOption {
  /// A `long`.
  enum Number: Int32 {
    case verbose = 41, post = 47, noBody = 44, upload = 46, httpGet = 80
    case freshConnect = 74, forbidReuse = 75
    case headerInBody = 42, httpVersion = 84, noSignal = 99, bufferSize = 98, pathAsIs = 234, pipeWait = 237
    case connectTimeout = 156, keepAlive = 213, protocols = 181, redirectProtocols = 182
    case suppressConnectHeaders = 265, uploadBufferSize = 280, http09Allowed = 285
    case connectOnly = 141, proxyTunnel = 61
    case tlsVersion = 32, idleConnectionAge = 288, lowSpeedLimit = 19, lowSpeedTime = 20
    case quickExit = 322
  }

  /// A 64-bit integer.
  enum Offset: Int32 {
    case bodyLength = 30115, postFieldSize = 30120
  }

  /// A C string, which libcurl copies. nil resets the option.
  enum Text: Int32 {
    case url = 10002, proxy = 10004, proxyUser = 10175, proxyPassword = 10176, method = 10036, noProxy = 10177
    case unixSocket = 10231, protocolNames = 10318, redirectProtocolNames = 10319
    case authorityFile = 10065, certificate = 10025, key = 10087
    case keyPassword = 10026, pinnedPublicKey = 10230, proxyAuthorityFile = 10246
  }

  /// A pointer. libcurl does not copy the memory, except for `copyPostFields`.
  enum Pointer: Int32 {
    case writeData = 10001, readData = 10009, errorBuffer = 10010, headerList = 10023, headerData = 10029
    case share = 10100, handle = 10103
    case resolve = 10203, closeSocketData = 10209, seekData = 10168, prerequestData = 10313
    case socketOptionData = 10149, copyPostFields = 10165, debugData = 10095, tlsContextData = 10109
    case resolverData = 10273
  }

  /// Bytes, which libcurl copies.
  enum Blob: Int32 {
    case certificate = 40291, key = 40292, authorities = 40309, proxyAuthorities = 40310
  }

  /// A function to which libcurl passes received bytes, or a buffer to fill.
  enum DataCallback: Int32 {
    case write = 20011, read = 20012, header = 20079
  }

  /// The options of a multi handle, all `long`.
  enum Multi: Int32 {
    case cachedConnections = 6, connectionsPerHost = 7, connections = 13
  }
}
