import CRequisiteCurl

/// A CURLcode. Those that are told apart have a name; the numbers are libcurl's ABI.
package struct CurlCode: Equatable, Sendable {
  package let number: Int32

  package init(_ number: Int32) { self.number = number }

  static let ok = Self(0), outOfMemory = Self(27)
  package static let badArgument = Self(43)
  package static let unsupportedProtocol = Self(1), malformedURL = Self(3)
  package static let proxyNotResolved = Self(5), hostNotResolved = Self(6), notConnected = Self(7),
    proxy = Self(97)
  package static let weirdResponse = Self(8), partialFile = Self(18), gotNothing = Self(52),
    timedOut = Self(28)
  package static let again = Self(81), sending = Self(55), receiving = Self(56), rewinding = Self(65)
  package static let http2 = Self(16), http2Stream = Self(92)
  package static let contentEncoding = Self(61), fileTooLarge = Self(63), tooLarge = Self(100)
  package static let tlsConnection = Self(35), tlsCipher = Self(59), tlsRequired = Self(64),
    tlsShutdown = Self(80)
  package static let engineNotFound = Self(53), engineNotSet = Self(54), engineNotStarted = Self(66)
  package static let authorityFile = Self(77), revocationFile = Self(82), issuer = Self(83)
  /// A certificate that is refused has two codes; libcurl 7.62 and later uses the second.
  package static let untrustedPeer = Self(51), untrustedCertificate = Self(60), pinMismatch = Self(90)
  package static let clientCertificate = Self(58), clientCertificateRequired = Self(98)
}

extension CurlCode {
  /// libcurl's message about a failure, or its text for the code if the message is empty.
  package func words(_ detail: String) -> String {
    guard detail.isEmpty else { return detail }
    return rq_easy_error_text(number).map { String(cString: $0) } ?? "libcurl failed with \(number)"
  }
}
