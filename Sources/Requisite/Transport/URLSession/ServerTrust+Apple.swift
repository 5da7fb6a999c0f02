#if !canImport(FoundationNetworking) || REQUISITE_STAND_INS
  import Security

  /// The session delegate that answers challenges from the TLS settings of a configuration: authorities, pinned keys and
  /// client certificate.
  ///
  /// Certificates are kept as bytes and parsed for each challenge, because Security's types are not `Sendable`.
  final class ServerTrust: NSObject, URLSessionDelegate {
    private let authorities: [Data]?
    private let pins: PinnedKeys
    private let clientCertificate: PKCS12?
    /// Why the last connection to a host was refused.
    private let refusals = Locked<[String: String]>([:])

    /// - Throws: `invalidRequest` if the authorities, the pins or the client certificate cannot be used.
    init(_ tls: TransportConfiguration.TLS) throws(NetworkRequestError) {
      do { pins = try PinnedKeys(tls.pinnedPublicKeys) } catch { throw error.error }
      authorities = try Self.authorities(tls.authorities)
      clientCertificate = try Self.certificate(tls.clientCertificate)
    }

    func urlSession(
      _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
      completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      let space = challenge.protectionSpace
      switch space.authenticationMethod {
      case NSURLAuthenticationMethodServerTrust:
        guard let trust = space.serverTrust, accepts(trust, of: space.host) else {
          return completionHandler(.cancelAuthenticationChallenge, nil)
        }
        completionHandler(.useCredential, URLCredential(trust: trust))
      case NSURLAuthenticationMethodClientCertificate:
        guard let identity = clientCertificate?.identity else {
          return completionHandler(.performDefaultHandling, nil)
        }
        completionHandler(
          .useCredential, URLCredential(identity: identity, certificates: nil, persistence: .forSession))
      default: completionHandler(.performDefaultHandling, nil)
      }
    }

    /// Replaces the `.cancelled` with which URLSession reports a refused challenge by an error that gives the reason.
    func explaining(_ error: (any Error)?, host: String?) -> (any Error)? {
      guard let error, TransportFailure(thrown: error)?.code == .cancelled, let host,
        let words = refusals.withLock({ $0[ASCII.lowercased(host)] })
      else { return error }
      return TransportFailure(.serverCertificateUntrusted, words, underlyingError: error)
    }

    private func accepts(_ trust: SecTrust, of host: String) -> Bool {
      let words = fault(of: trust, host)
      refusals.withLock { $0[ASCII.lowercased(host)] = words }
      return words == nil
    }

    /// Returns the reason for which the certificates are refused, or nil if they are accepted.
    private func fault(of trust: SecTrust, _ host: String) -> String? {
      if let authorities {
        let anchors = authorities.compactMap { SecCertificateCreateWithData(nil, $0 as CFData) }
        guard SecTrustSetAnchorCertificates(trust, anchors as CFArray) == errSecSuccess,
          SecTrustSetAnchorCertificatesOnly(trust, true) == errSecSuccess
        else { return "the authorities of the configuration cannot be used" }
      }
      guard SecTrustEvaluateWithError(trust, nil) else { return "the server's certificate is not trusted" }
      do throws(SettingProblem) {
        guard let keys = try pins.pins(forHost: host) else { return nil }
        return Self.hasKey(trust, among: keys)
          ? nil : "the server's public key is not among those pinned for “\(host)”"
      } catch {
        return error.words
      }
    }

    /// Returns true if the public key of the server's own certificate is pinned.
    private static func hasKey(_ trust: SecTrust, among pins: Set<String>) -> Bool {
      guard let leaf = (SecTrustCopyCertificateChain(trust) as? [SecCertificate])?.first,
        let pin = CertificateKey.pin(ofCertificate: SecCertificateCopyData(leaf) as Data)
      else { return false }
      return pins.contains(pin)
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
          throw .invalidRequest(InvalidRequest(.options, problem, underlyingError: error))
        }
        name = "“\(path)”"
      }
      guard let certificates = PEM.certificates(in: String(decoding: text, as: UTF8.self)),
        certificates.allSatisfy({ SecCertificateCreateWithData(nil, $0 as CFData) != nil })
      else { throw SettingProblem("\(name) has no certificates in PEM").error }
      return certificates
    }

    private static func certificate(
      _ certificate: TransportConfiguration.TLS.ClientCertificate?
    ) throws(NetworkRequestError) -> PKCS12? {
      switch certificate {
      case nil: return nil
      case .files, .pem:
        throw TransportConfiguration.lacks(
          "a client certificate in PEM, other than PKCS #12,", "URLSessionTransport")
      case .pkcs12(let data, let password):
        let archive = PKCS12(data: data, password: password)
        guard archive.identity != nil else {
          throw SettingProblem("the PKCS #12 archive cannot be opened, or has no certificate with its key")
            .error
        }
        return archive
      }
    }
  }

  /// A PKCS #12 archive with a certificate and its private key.
  struct PKCS12: Sendable {
    let data: Data
    let password: String

    var identity: SecIdentity? {
      var items: CFArray?
      let options = [kSecImportExportPassphrase as String: password]
      guard SecPKCS12Import(data as CFData, options as CFDictionary, &items) == errSecSuccess,
        let first = (items as? [NSDictionary])?.first
      else { return nil }
      let value = first[kSecImportItemIdentity as String] as AnyObject
      // A cast to a Core Foundation type always succeeds, so the type is compared first.
      guard CFGetTypeID(value) == SecIdentityGetTypeID() else { return nil }
      return unsafeDowncast(value, to: SecIdentity.self)
    }
  }
#endif
