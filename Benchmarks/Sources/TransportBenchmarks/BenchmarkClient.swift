import Foundation

/// A client under measurement. Each does the same work: send, receive, decode.
protocol BenchmarkClient: Sendable {
  var name: String { get }
  /// `GET /todo`, decoded.
  func todo() async throws
  /// `GET /todos`, decoded.
  func todos() async throws
  /// A body in memory; returns its length.
  func bytes(_ path: String) async throws -> Int
  /// A body read chunk by chunk; `each` is called with the length of every one.
  func stream(_ path: String, each: @Sendable (Int) async throws -> Void) async throws
  /// Sends a file; returns the status.
  func upload(_ file: URL) async throws -> Int
  func shutDown() async throws
}
