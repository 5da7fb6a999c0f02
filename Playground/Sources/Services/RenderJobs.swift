import Foundation
import Requisite

nonisolated struct RenderJob: Codable, Sendable {
  enum State: String, Codable, Sendable { case queued, running, done, failed }
  let state: State
  var percent: Double?
  var result: URL?
  var sha256: String?
  var reason: String?
}

/// A service that takes a while: a job is submitted (202), asked for until it is done, and its result is downloaded. It accepts gzip,
/// so the stack of its client has the layer that compresses.
struct RenderJobs: Sendable {
  struct Submit: Request {
    typealias ReturnType = RenderJob
    nonisolated struct Settings: Encodable, Sendable {
      var width = 1_920
      var format = "mp4"
    }
    let script: URL
    let path = "/jobs"
    let method = HTTPMethod.post
    var queryParams = Settings()
    var body: HTTPBody { .file(script, contentType: "text/plain") }
    let options = RequestOptions().with(\.compressesBody, true).with(\.idempotencyKey, .automatic)
  }

  struct Failure: Error, Equatable { let reason: String }

  let client: APIClient
  let clock: any Clock<Duration>

  /// Returns the size of the result, which is at `place` then.
  func render(
    _ script: URL, to place: URL, report: @escaping @MainActor (String) -> Void
  ) async throws -> Int64 {
    let submitted = try await client.response(for: Submit(script: script))
    guard let location = submitted.headers[.location],
      let url = URL(string: location, relativeTo: submitted.url)
    else { throw Failure(reason: "no Location") }
    let job = try await finished(url, report: report)
    guard let result = job.result else { throw Failure(reason: "no result") }
    let request = Endpoint<DownloadedFile>.get(result).onProgress { progress in
      if let fraction = progress.fractionCompleted { report("\(Int(100 * fraction)) % downloaded") }
    }
    return try await client.download(
      request, to: place, replacing: true, verifying: job.sha256.map { .sha256($0) }
    ).byteCount
  }

  private func finished(_ url: URL, report: @escaping @MainActor (String) -> Void) async throws -> RenderJob {
    while true {
      let response = try await client.response(for: Endpoint<RenderJob>.get(url))
      switch response.value.state {
      case .done: return response.value
      case .failed: throw Failure(reason: response.value.reason ?? "unknown")
      case .queued, .running:
        await report("\(Int(100 * (response.value.percent ?? 0))) % rendered")
        try await clock.sleep(for: response.retryAfter ?? .seconds(2))
      }
    }
  }
}
