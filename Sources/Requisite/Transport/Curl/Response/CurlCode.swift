#if os(Linux)
  /// A CURLcode. Those that the transport tells apart have a name; the numbers are libcurl's ABI.
  struct CurlCode: Equatable, Sendable {
    let number: Int32

    init(_ number: Int32) { self.number = number }

    static let ok = Self(0), outOfMemory = Self(27), badArgument = Self(43)
    static let unsupportedProtocol = Self(1), malformedURL = Self(3)
    static let proxyNotResolved = Self(5), hostNotResolved = Self(6), notConnected = Self(7), proxy = Self(97)
    static let weirdResponse = Self(8), partialFile = Self(18), gotNothing = Self(52), timedOut = Self(28)
    static let again = Self(81), sending = Self(55), receiving = Self(56), rewinding = Self(65)
    static let http2 = Self(16), http2Stream = Self(92)
    static let contentEncoding = Self(61), fileTooLarge = Self(63), tooLarge = Self(100)
    static let tlsConnection = Self(35), tlsCipher = Self(59), tlsRequired = Self(64), tlsShutdown = Self(80)
    static let engineNotFound = Self(53), engineNotSet = Self(54), engineNotStarted = Self(66)
    static let authorityFile = Self(77), revocationFile = Self(82), issuer = Self(83)
    /// A certificate that is refused has two codes; libcurl 7.62 and later uses the second.
    static let untrustedPeer = Self(51), untrustedCertificate = Self(60), pinMismatch = Self(90)
    static let clientCertificate = Self(58), clientCertificateRequired = Self(98)
  }

  extension CurlCode {
    /// The ``TransportFailure/Code`` of a failure.
    var failure: TransportFailure.Code {
      switch self {
      // The URL's scheme was checked before, so the protocol is the server's.
      case .unsupportedProtocol: .badServerResponse
      case .malformedURL: .badURL
      case .proxyNotResolved, .hostNotResolved: .cannotFindHost
      case .notConnected, .proxy: .cannotConnectToHost
      case .weirdResponse, .http2, .badArgument: .badServerResponse
      case .partialFile, .gotNothing, .sending, .receiving, .rewinding, .http2Stream: .networkConnectionLost
      case .timedOut: .timedOut
      case .tlsConnection, .tlsCipher, .tlsRequired, .tlsShutdown, .engineNotFound, .engineNotSet,
        .engineNotStarted, .authorityFile, .revocationFile, .issuer:
        .secureConnectionFailed
      case .untrustedPeer, .untrustedCertificate, .pinMismatch: .serverCertificateUntrusted
      case .clientCertificate: .clientCertificateRejected
      case .contentEncoding: .cannotDecodeContentData
      case .fileTooLarge, .tooLarge: .dataLengthExceedsMaximum
      case .clientCertificateRequired: .clientCertificateRequired
      default: .unknown
      }
    }
  }
#endif
