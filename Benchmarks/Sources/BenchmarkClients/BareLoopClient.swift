import CBareLoop
import Foundation
import Requisite

/// The limit: libcurl's own work, one continuation for each call, and a decoder.
///
/// `@unchecked Sendable` because the loop's functions may be called on any thread.
package struct BareLoopClient: BenchmarkClient, @unchecked Sendable {
  package let name = "bare libcurl loop"
  private let loop: OpaquePointer
  private let base: String
  private let decoder: any ResponseDecoder

  /// Returns nil if the process has no libcurl.
  package init?(_ server: BenchmarkServer, decoder: any ResponseDecoder = JSONCoding()) {
    guard let loop = bare_loop_start(server.authority) else { return nil }
    (self.loop, base, self.decoder) = (loop, server.base, decoder)
  }

  package func todo() async throws { _ = try decoder.decode(Todo.self, from: try await data("/todo")) }
  package func todos() async throws { _ = try decoder.decode([Todo].self, from: try await data("/todos")) }
  package func bytes(_ path: String) async throws -> Int { try await data(path).count }

  private func data(_ path: String) async throws -> Data {
    let body = await withUnsafeContinuation { (continuation: UnsafeContinuation<Data?, Never>) in
      // A continuation is one pointer, so it needs no box.
      bare_loop_get(loop, base + path, unsafeBitCast(continuation, to: UnsafeMutableRawPointer.self)) {
        context, response in
        let continuation = unsafeBitCast(context, to: UnsafeContinuation<Data?, Never>.self)
        guard response.status == 200, let bytes = response.bytes else {
          return continuation.resume(returning: nil)
        }
        continuation.resume(returning: Data(bytesNoCopy: bytes, count: response.count, deallocator: .free))
      }
    }
    guard let body else { throw URLError(.badServerResponse) }
    return body
  }
}
