#if !canImport(FoundationNetworking) || REQUISITE_STAND_INS
  import Security

  /// The session delegate that answers challenges from the TLS settings of a configuration: authorities, pinned keys and
  /// client certificate.
  ///
  /// A server that neither authorities nor pins of the configuration are about is left to the system, whose errors tell an
  /// expired certificate from one for another host. Others are evaluated on a queue of this delegate, because an evaluation
  /// may wait for the network and would hold up the session's other tasks. Authorities are kept as bytes and parsed for each
  /// challenge, because `SecCertificate` is not `Sendable`.
  final class ServerTrust: NSObject, URLSessionDelegate {
    private typealias Refusal = (message: String, cause: (any Error)?)

    private let authorities: [Data]?
    private let pins: PinnedKeys
    private let clientCertificate: URLCredential?
    private let queue = DispatchQueue(label: "requisite.urlsession.trust", attributes: .concurrent)
    /// Why the last connection to a host was refused; nil within for one that was accepted.
    private let refusals = Locked<[String: Refusal?]>([:])
    /// The errors of App Transport Security, whose reason (such as −9802) is a number of Secure Transport.
    private static let codesOfATS: [TransportFailure.Code] = [
      .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasUnknownRoot,
    ]

    /// - Throws: `invalidRequest` if the authorities, the pins or the client certificate cannot be used.
    init(_ tls: TransportConfiguration.TLS) throws(NetworkRequestError) {
      do { pins = try PinnedKeys(tls.pinnedPublicKeys) } catch { throw error.error }
      authorities = try Self.authorities(tls.authorities)
      clientCertificate = try Self.credential(tls.clientCertificate)
    }

    func urlSession(
      _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
      completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      switch challenge.protectionSpace.authenticationMethod {
      case NSURLAuthenticationMethodServerTrust:
        evaluate(challenge, completionHandler)
      case NSURLAuthenticationMethodClientCertificate:
        completionHandler(
          clientCertificate == nil ? .performDefaultHandling : .useCredential, clientCertificate)
      default: completionHandler(.performDefaultHandling, nil)
      }
    }

    /// Replaces the `.cancelled` with which URLSession reports a refused challenge by an error that gives the reason.
    func explaining(_ error: (any Error)?, host: String?) -> (any Error)? {
      guard let error, let host, let code = TransportFailure(thrown: error)?.code else { return error }
      let recorded = refusals.withLock { $0[ASCII.lowercased(host)] }
      if recorded == nil, authorities != nil, Self.codesOfATS.contains(code) {
        let message =
          "the system refused the connection before the authorities of the configuration were asked: App Transport "
          + "Security demands a certificate of an authority that the system knows, unless the app's Info.plist has "
          + "an exception for “\(host)” (NSAppTransportSecurity)"
        return TransportFailure(code, message, underlyingError: error)
      }
      guard code == .cancelled, let refusal = recorded ?? nil else { return error }
      return TransportFailure(
        .serverCertificateUntrusted, refusal.message, underlyingError: refusal.cause ?? error)
    }

    private func evaluate(
      _ challenge: URLAuthenticationChallenge,
      _ completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      let host = challenge.protectionSpace.host
      let keys = Result { () throws(SettingProblem) in try pins.pins(forHost: host) }
      if authorities == nil, case .success(.none) = keys {
        return completionHandler(.performDefaultHandling, nil)
      }
      queue.async { [self] in
        let trust = challenge.protectionSpace.serverTrust
        let refusal = self.refusal(of: trust, host, keys)
        refusals.withLock { $0[ASCII.lowercased(host)] = .some(refusal) }
        guard refusal == nil, let trust else { return completionHandler(.cancelAuthenticationChallenge, nil) }
        completionHandler(.useCredential, URLCredential(trust: trust))
      }
    }

    /// Returns the reason for which the certificates are refused, or nil if they are accepted.
    private func refusal(
      of trust: SecTrust?, _ host: String, _ keys: Result<Set<String>?, SettingProblem>
    ) -> Refusal? {
      guard let trust else { return ("the server presented no certificate", nil) }
      if let authorities {
        let anchors = authorities.compactMap { SecCertificateCreateWithData(nil, $0 as CFData) }
        guard SecTrustSetAnchorCertificates(trust, anchors as CFArray) == errSecSuccess,
          SecTrustSetAnchorCertificatesOnly(trust, true) == errSecSuccess
        else { return ("the authorities of the configuration cannot be used", nil) }
      }
      var cause: CFError?
      guard SecTrustEvaluateWithError(trust, &cause) else {
        return ("the server's certificate is not trusted", cause)
      }
      switch keys {
      case .success(let pins?):
        let key = Self.pin(of: trust)
        if let key, pins.contains(key) { return nil }
        let message = "the server's public key is not pinned for “\(host)”: its hash is \(key ?? "unknown")"
        return (
          "\(message); if the server has a new key that you know, add its hash to pinnedPublicKeys", nil
        )
      case .success: return nil
      case .failure(let problem): return (problem.message, nil)
      }
    }

    /// Returns the pin of the server's own certificate, or nil if it has none that can be read.
    private static func pin(of trust: SecTrust) -> String? {
      guard let leaf = (SecTrustCopyCertificateChain(trust) as? [SecCertificate])?.first else { return nil }
      return CertificateKey.pin(ofCertificate: SecCertificateCopyData(leaf) as Data)
    }

    private static func authorities(
      _ authorities: TransportConfiguration.TLS.Authorities
    ) throws(NetworkRequestError) -> [Data]? {
      let (text, name): (Data, String)
      switch authorities {
      case .system: return nil
      case .pem(let data): (text, name) = (data, "the authorities in memory")
      case .file(let path):
        do { text = try PosixFile.contents(of: path, upTo: 64 << 20) } catch {
          let problem = "the authorities in “\(path)” cannot be read: \(error.reason)"
          throw .invalidRequest(.options, problem, underlyingError: error)
        }
        name = "“\(path)”"
      }
      guard let certificates = PEM.certificates(in: String(decoding: text, as: UTF8.self)),
        certificates.allSatisfy({ SecCertificateCreateWithData(nil, $0 as CFData) != nil })
      else { throw SettingProblem("\(name) has no certificates in PEM").error }
      return certificates
    }

    private static func credential(
      _ certificate: TransportConfiguration.TLS.ClientCertificate?
    ) throws(NetworkRequestError) -> URLCredential? {
      switch certificate {
      case nil: return nil
      case .files, .pem:
        throw SettingProblem.lacking(
          "a client certificate in PEM, other than PKCS #12,", "URLSessionTransport"
        )
        .error
      case .pkcs12(let data, let password):
        do { return try URLCredential(pkcs12: data, password: password) } catch { throw error.error }
      }
    }
  }

  extension URLCredential {
    /// Imports a PKCS #12 archive: its certificate with the private key, and the certificates of the authorities in between,
    /// which a server may lack. From macOS 15 on, the import does not add them to a keychain.
    ///
    /// - Throws: The problem, with the system's text and code if the archive cannot be opened.
    fileprivate convenience init(pkcs12 data: Data, password: String) throws(SettingProblem) {
      var options: [String: Any] = [kSecImportExportPassphrase as String: password]
      if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
        options[kSecImportToMemoryOnly as String] = true
      }
      var items: CFArray?
      let status = SecPKCS12Import(data as CFData, options as CFDictionary, &items)
      guard status == errSecSuccess else {
        let message = SecCopyErrorMessageString(status, nil) as String? ?? "unknown error"
        throw SettingProblem("the PKCS #12 archive cannot be opened: \(message) (\(status))")
      }
      let first = (items as? [NSDictionary])?.first
      let value = first?[kSecImportItemIdentity as String] as AnyObject
      // A cast to a Core Foundation type always succeeds, so the type is compared first.
      guard let first, CFGetTypeID(value) == SecIdentityGetTypeID() else {
        throw SettingProblem("the PKCS #12 archive has no certificate with its key")
      }
      let chain = first[kSecImportItemCertChain as String] as? [SecCertificate] ?? []
      self.init(
        identity: unsafeDowncast(value, to: SecIdentity.self), certificates: Array(chain.dropFirst()),
        persistence: .forSession)
    }
  }
#endif
