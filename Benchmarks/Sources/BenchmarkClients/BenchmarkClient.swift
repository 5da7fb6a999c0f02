import Foundation

/// A client under measurement. All clients do the same work: send and receive, and decode with the decoder that they are
/// created with.
package protocol BenchmarkClient: Sendable {
  var name: String { get }
  /// `GET /todo`, decoded.
  func todo() async throws
  /// `GET /todos`, decoded.
  func todos() async throws
  /// Returns the length of a body that is collected in memory, as the client's own type of bytes.
  func bytes(_ path: String) async throws -> Int
  /// Reads a body chunk by chunk, and calls `each` with the length of every chunk.
  func stream(_ path: String, each: @Sendable (Int) async throws -> Void) async throws
  /// Sends a file, and returns the status.
  func upload(_ file: URL) async throws -> Int
  func shutDown() async throws
}

extension BenchmarkClient {
  package func stream(_ path: String, each: @Sendable (Int) async throws -> Void) async throws {
    throw URLError(.unsupportedURL)
  }

  package func upload(_ file: URL) async throws -> Int { throw URLError(.unsupportedURL) }

  package func shutDown() async throws {}
}
