import Foundation
import Requisite

/// Downloads that can be paused, and resume where they were; their states are a sequence for a view.
actor Podcasts {
  enum State: Sendable, Equatable {
    case running(received: Int64, total: Int64?)
    case paused
    case done
    case failed(String)
  }

  nonisolated let states: AsyncStream<(name: String, state: State)>
  private let feed: AsyncStream<(name: String, state: State)>.Continuation
  private let client: APIClient
  private let folder: URL
  private var running: [String: Task<State, Never>] = [:]

  init(folder: URL, terminal: any Transport = DefaultTransport.shared) {
    self.folder = folder
    (states, feed) = AsyncStream.makeStream()
    client = APIClient(
      baseURL: "https://podcasts.example.com", transport: terminal.throttled(max: 2, scope: .perHost))
  }

  func start(_ audio: URL, as name: String, sha256: String? = nil) {
    guard running[name] == nil else { return }
    running[name] = Task {
      let state = await download(audio, as: name, sha256: sha256)
      running[name] = nil
      feed.yield((name, state))
      return state
    }
  }

  func pause(_ name: String) { running[name]?.cancel() }

  func finished(_ name: String) async -> State? { await running[name]?.value }

  private func download(_ audio: URL, as name: String, sha256: String?) async -> State {
    let request = Endpoint<DownloadedFile>.get(audio, headers: [.accept: "audio/*"])
      .with(\.onProgress) { [feed] progress in
        feed.yield((name, .running(received: progress.bytesReceived, total: progress.bytesToReceive)))
      }
    do {
      _ = try await client.download(
        request, to: folder.appending(path: name), verifying: sha256.map { .sha256($0) })
      return .done
    } catch .cancelled {
      return .paused
    } catch .urlSessionFailed(let failure) {
      return .failed(
        failure.code == .cannotDecodeContentData ? "The file is damaged." : "The connection was lost.")
    } catch {
      return .failed(error.userMessage)
    }
  }

  /// A file whose parts come at once, by ranges of one version.
  static func parts(of url: URL, size: Int = 1 << 20, with client: APIClient) async throws -> Data {
    let head = try await client.dispatch(Endpoint<NetworkResponse>.head(url))
    guard let tag = head.headers[.eTag], let count = head.headers[.contentLength].flatMap({ Int($0) }) else {
      return try await client.dispatch(.get(url))
    }
    let parts = stride(from: 0, to: count, by: size).map { start in
      Endpoint<Data>.get(
        url, headers: [.range: "bytes=\(start)-\(min(start + size, count) - 1)", .ifRange: tag])
    }
    return try await client.values(of: parts, atOnce: 4).reduce(into: Data()) { $0.append($1) }
  }
}
