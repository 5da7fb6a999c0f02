import FoundationNetworking
import Security

/// How a session behaves: every property of Apple's that the library sets.
public final class URLSessionConfiguration: NSObject, NSCopying, @unchecked Sendable {
  public var identifier: String?
  public var sharedContainerIdentifier: String?
  public var timeoutIntervalForRequest: TimeInterval = 60
  public var timeoutIntervalForResource: TimeInterval = 604_800
  public var requestCachePolicy = URLRequest.CachePolicy.useProtocolCachePolicy
  public var waitsForConnectivity = false
  public var allowsCellularAccess = true
  public var allowsExpensiveNetworkAccess = true
  public var allowsConstrainedNetworkAccess = true
  public var isDiscretionary = false
  public var sessionSendsLaunchEvents = false
  public var httpMaximumConnectionsPerHost = 6
  public var httpShouldSetCookies = true
  public var httpCookieStorage: HTTPCookieStorage?
  public var urlCredentialStorage: URLCredentialStorage?
  public var urlCache: URLCache?
  public var httpAdditionalHeaders: [AnyHashable: Any]?
  public var connectionProxyDictionary: [AnyHashable: Any]?
  public var protocolClasses: [AnyClass]?
  public var tlsMinimumSupportedProtocolVersion = Security.tls_protocol_version_t.TLSv10
  /// As Apple's classic loader, one of the stand-in takes a chunked body that was cut for complete.
  @available(macOS 15.4, iOS 18.4, tvOS 18.4, watchOS 11.4, visionOS 2.4, *)
  public var usesClassicLoadingMode: Bool {
    get { isClassic }
    set { isClassic = newValue }
  }
  var isClassic = true

  public class var `default`: URLSessionConfiguration {
    let configuration = URLSessionConfiguration()
    configuration.urlCache = .shared
    configuration.httpCookieStorage = .shared
    configuration.urlCredentialStorage = .shared
    return configuration
  }

  public class var ephemeral: URLSessionConfiguration { URLSessionConfiguration() }

  public class func background(withIdentifier identifier: String) -> URLSessionConfiguration {
    let configuration = URLSessionConfiguration.default
    configuration.identifier = identifier
    configuration.sessionSendsLaunchEvents = true
    return configuration
  }

  /// As NSObject's: a configuration copied by a session is no longer the caller's to change.
  public func copy(with zone: NSZone? = nil) -> Any {
    let copy = URLSessionConfiguration()
    copy.identifier = identifier
    copy.sharedContainerIdentifier = sharedContainerIdentifier
    copy.timeoutIntervalForRequest = timeoutIntervalForRequest
    copy.timeoutIntervalForResource = timeoutIntervalForResource
    copy.requestCachePolicy = requestCachePolicy
    copy.waitsForConnectivity = waitsForConnectivity
    copy.allowsCellularAccess = allowsCellularAccess
    copy.allowsExpensiveNetworkAccess = allowsExpensiveNetworkAccess
    copy.allowsConstrainedNetworkAccess = allowsConstrainedNetworkAccess
    copy.isDiscretionary = isDiscretionary
    copy.sessionSendsLaunchEvents = sessionSendsLaunchEvents
    copy.httpMaximumConnectionsPerHost = httpMaximumConnectionsPerHost
    copy.httpShouldSetCookies = httpShouldSetCookies
    copy.httpCookieStorage = httpCookieStorage
    copy.urlCredentialStorage = urlCredentialStorage
    copy.urlCache = urlCache
    copy.httpAdditionalHeaders = httpAdditionalHeaders
    copy.connectionProxyDictionary = connectionProxyDictionary
    copy.protocolClasses = protocolClasses
    copy.tlsMinimumSupportedProtocolVersion = tlsMinimumSupportedProtocolVersion
    copy.isClassic = isClassic
    return copy
  }

  /// What of it Foundation on Linux can bear: no cache and no credentials, which end the process or hang.
  var onLinux: FoundationNetworking.URLSessionConfiguration {
    let configuration = FoundationNetworking.URLSessionConfiguration.default
    configuration.timeoutIntervalForRequest = timeoutIntervalForRequest
    configuration.httpMaximumConnectionsPerHost = httpMaximumConnectionsPerHost
    configuration.httpShouldSetCookies = httpShouldSetCookies
    configuration.httpCookieStorage = httpCookieStorage
    configuration.httpAdditionalHeaders = httpAdditionalHeaders
    configuration.urlCredentialStorage = nil
    configuration.urlCache = nil
    if let protocolClasses { configuration.protocolClasses = protocolClasses }
    return configuration
  }
}
