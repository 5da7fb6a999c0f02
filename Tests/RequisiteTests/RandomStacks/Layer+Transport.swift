import RequisiteTesting
import TestSupport

@testable import Requisite

extension Layer {
  /// Returns the layer around a transport.
  func around(_ upstream: any Transport, in world: World) -> any Transport {
    switch self {
    case .logged: upstream.logged(to: TextSink(texts: world.readsTexts ? world.texts : nil))
    case .observed: upstream.observed(by: CallStatistics())
    case .timed: upstream.timed("here")
    case .identified: upstream.identified()
    case .traced: upstream.traced()
    case .numbered: upstream.numbered()
    case .compressed: upstream.compressed(minimumSize: 1)
    case .cookies: upstream.cookies(in: world.jar)
    case .deadline(let seconds): upstream.deadline(.seconds(seconds))
    case .delayed(let seconds): upstream.delayed(by: .seconds(seconds))
    case .language: upstream.header(.acceptLanguage, "en")
    case .dedupe: deduplicated(upstream, in: world)
    case .cached(let store): cached(upstream, in: store, of: world)
    case .retried, .hedged, .breaker, .rate, .rateByServer, .throttled: limiting(upstream, in: world)
    case .header, .basic, .key, .bearer, .digest, .optional, .ownAuthenticator:
      authenticating(upstream, in: world)
    case .passing, .signing, .rebuilding, .signingAndRebuilding: own(upstream, in: world)
    }
  }

  private func limiting(_ upstream: any Transport, in world: World) -> any Transport {
    switch self {
    case .retried(let attempts, let wait):
      upstream.retried(.constant(.seconds(wait), attempts: attempts))
    case .hedged(let delay): upstream.hedged(after: .seconds(delay))
    case .breaker(let calls): upstream.circuitBreaker(CircuitBreaker(minimumCalls: calls))
    case .rate(let period): upstream.rateLimited(1, per: .seconds(period), burst: 2)
    case .rateByServer: upstream.rateLimitedByServer()
    case .throttled(let most): throttled(upstream, max: most, in: world)
    default: upstream
    }
  }

  private func authenticating(_ upstream: any Transport, in world: World) -> any Transport {
    let (home, session) = (ModelServer.home, world.session)
    return switch self {
    case .header(let service): upstream.header("X-Api-Key", UserSession.secret(of: service))
    case .basic:
      upstream.authenticated(with: .basic(user: "svc", password: UserSession.secret(of: "svc")), for: home)
    case .key(let slot):
      upstream.authenticated(
        with: FixedAuthenticator(in: slot == .query ? .query("api_key") : .header("X-Api-Key")) {
          let user = session.user
          guard !user.isEmpty else { throw AuthenticationFailure(.noToken) }
          return Secret(UserSession.secret(of: user))
        }, for: home)
    case .bearer: upstream.authenticated(with: world.bearer, for: home)
    case .digest: upstream.authenticated(with: world.digest, for: home)
    case .optional(.key):
      upstream.authenticated(with: OptionalAuthenticator<OfAnn>(session: session, slot: .key), for: home)
    case .optional(let slot):
      upstream.authenticated(with: OptionalAuthenticator<OfBob>(session: session, slot: slot), for: home)
    case .ownAuthenticator: upstream.authenticated(with: OwnAuthenticator(session: session), for: home)
    default: upstream
    }
  }

  private func own(_ upstream: any Transport, in world: World) -> any Transport {
    switch self {
    case .passing(isClass: true): HidingTransport(upstream)
    case .signing(let slot, isClass: true):
      HidingTransport(SigningTransport(upstream: upstream, session: world.session, slot: slot))
    case .signing(let slot, _): SigningTransport(upstream: upstream, session: world.session, slot: slot)
    case .rebuilding: RebuildingTransport(upstream: upstream)
    case .signingAndRebuilding:
      RebuildingTransport(
        upstream: SigningTransport(upstream: upstream, session: world.session, slot: .session))
    default: PassingTransport(upstream: upstream)
    }
  }

  private func throttled(_ upstream: some Transport, max: Int, in world: World) -> any Transport {
    let layer = ThrottleTransport(
      upstream: upstream, scope: .all,
      limiter: ConcurrencyLimiter(limit: max, queueLimit: 100, of: "throttle"))
    world.count { layer.limiter.count(before: .low, in: .all) }
    return layer
  }

  private func deduplicated(_ upstream: some Transport, in world: World) -> any Transport {
    let layer = DeduplicationTransport(
      upstream: upstream, ignored: [.traceparent, .tracestate, .xRequestID])
    world.count { layer.waiterCount }
    return layer
  }

  private func cached(_ upstream: any Transport, in store: Store, of world: World) -> any Transport {
    switch store {
    case .memory: return upstream.cached(in: world.memory)
    case .slow: return upstream.cached(in: world.slow)
    case .disk:
      do { return upstream.cached(in: try world.disk()) } catch {
        world.texts.add("no disk: \(error)")
        return upstream
      }
    }
  }
}

/// Keeps what is logged.
private struct TextSink: CallObserver {
  let texts: Log?

  func observe(_ event: CallEvent) {
    guard let texts else { return }
    texts.add(event.text(.oneLine))
    texts.add(event.text(.fields))
  }
}
