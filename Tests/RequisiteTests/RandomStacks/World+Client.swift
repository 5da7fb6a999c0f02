import RequisiteTesting

@testable import Requisite

/// A request of a client, as a program declares one.
private struct ModelRequest<ReturnType: ResponseConvertible & Sendable>: Request {
  let call: Call
  /// The request as the dispatcher would get it.
  let whole: TransportRequest

  var path: String { "/\(call.resource)" }
  var method: HTTPMethod { whole.method }
  var headers: HTTPHeaders { whole.headers }
  var body: HTTPBody { whole.body }
  var options: RequestOptions { whole.options }

  /// A response is delivered as the call reads it.
  var responseForm: ResponseForm {
    guard ReturnType.self == NetworkResponse.self else { return ReturnType.responseForm }
    return switch call.reading {
    case .buffered: .raw
    case .stream: .streamed(accept: [])
    case .file: .file
    }
  }
}

// The calls that a client makes with more than one request.
extension World {
  private func client(for call: Call) -> APIClient {
    let session = session
    let credentials = Credentials {
      let user = session.user
      return user.isEmpty ? [:] : [.authorization: "Bearer \(UserSession.secret(of: user))"]
    }
    return APIClient(
      baseURL: ModelServer.home, credentials: call.hasCredentials ? credentials : nil,
      networkDispatcher: dispatcher(of: call.stack))
  }

  func dispatch(_ call: Call, _ attempts: Int, _ wait: Duration) async {
    let (number, request) = note(call)
    let response: NetworkResponse
    do throws(NetworkRequestError) {
      response = try await client(for: call).dispatch(
        ModelRequest<NetworkResponse>(call: call, whole: request), attempts: attempts, retryDelay: wait)
    } catch {
      return end(number, with: error)
    }
    await end(number, with: response)
  }

  func download(_ call: Call, _ attempts: Int, _ wait: Duration) async {
    let (number, request) = note(call)
    guard let place = place(of: number) else { return texts.add("no folder") }
    do throws(NetworkRequestError) {
      let file = try await client(for: call).download(
        ModelRequest<DownloadedFile>(call: call, whole: request), to: place,
        retrying: .constant(wait, attempts: attempts))
      await read(.file(file.url), of: number, call)
      update(number) { result in
        result.time = self.seconds
        // The file is whole, also if the last response was a part.
        self.end(&result, .ended(status: 200, nil))
      }
    } catch {
      end(number, with: error)
    }
  }

  func read(pagesOf call: Call, _ count: Int) async {
    var (number, request) = note(call)
    let pages = client(for: call).pages(of: ModelRequest<NetworkResponse>(call: call, whole: request))
      .makeAsyncIterator()
    var hasLeft = false
    for _ in 0..<count {
      let link: String?
      do throws(NetworkRequestError) {
        guard let page = try await pages.next() else {
          return update(number) { self.end(&$0, .ended(status: nil, nil)) }
        }
        link = page.headers[.link]
        hasLeft = hasLeft || page.network.url.host != "api.test" || link?.contains("other.test") == true
        await end(number, with: page.value)
      } catch {
        return end(number, with: error)
      }
      guard let target = link?.split(separator: ">").first.flatMap({ URL(string: String($0.dropFirst())) })
      else {
        return
      }
      (number, _) = note(call)
      update(number) { result in
        result.resource = String(target.path.dropFirst())
        result.isWithoutCredentials = hasLeft
      }
    }
    // The link of the last page is not followed.
    update(number) { self.end(&$0, .ended(status: nil, nil)) }
  }

  func read(eventsOf call: Call, _ count: Int) async {
    let (number, request) = note(call)
    let source = client(for: call).events(
      of: ModelRequest<ServerSentEvents>(call: call, whole: request),
      retrying: .constant(.seconds(1), attempts: .max))
    var events = source.makeAsyncIterator()
    do throws(NetworkRequestError) {
      for _ in 0..<count {
        guard let event = try await events.next() else { break }
        update(number) { $0.body = "\(event.data)|" }
      }
      update(number) { result in
        result.time = self.seconds
        self.end(&result, .ended(status: nil, nil))
      }
    } catch {
      end(number, with: error)
    }
  }
}
