import AsyncHTTPClient
import BenchmarkClients
import Foundation
import NIOCore
import NIOFoundationCompat
import NIOPosix
import Requisite

/// AsyncHTTPClient, the peer: with its defaults, or with one event loop and 64 connections, its best setting here.
struct AsyncHTTPClientClient: BenchmarkClient {
  let name: String
  private let client: HTTPClient
  private let group: MultiThreadedEventLoopGroup?
  private let base: String
  private let decoder: any ResponseDecoder

  init(
    name: String, _ server: BenchmarkServer, decoder: any ResponseDecoder, loops: Int?, connections: Int?
  ) {
    (self.name, self.decoder) = (name, decoder)
    base = server.base
    var configuration = HTTPClient.Configuration()
    if let connections {
      configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = connections
    }
    if let authority = server.authority {
      configuration.tlsConfiguration = .makeClientConfiguration()
      configuration.tlsConfiguration?.trustRoots = .file(authority)
    }
    group = loops.map { MultiThreadedEventLoopGroup(numberOfThreads: $0) }
    client = HTTPClient(
      eventLoopGroupProvider: .shared(group ?? .singleton), configuration: configuration)
  }

  func todo() async throws { _ = try decoder.decode(Todo.self, from: try await data("/todo")) }
  func todos() async throws { _ = try decoder.decode([Todo].self, from: try await data("/todos")) }

  func bytes(_ path: String) async throws -> Int {
    try await execute(HTTPClientRequest(url: base + path)).body.collect(upTo: 1 << 30).readableBytes
  }

  func stream(_ path: String, each: @Sendable (Int) async throws -> Void) async throws {
    for try await chunk in try await execute(HTTPClientRequest(url: base + path)).body {
      try await each(chunk.readableBytes)
    }
  }

  func upload(_ file: URL) async throws -> Int {
    var request = HTTPClientRequest(url: base + "/upload")
    request.method = .POST
    let size = try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int64 ?? 0
    request.body = .stream(FileChunks(file: file), length: .known(size))
    return Int(try await execute(request).status.code)
  }

  func shutDown() async throws {
    try await client.shutdown()
    try await group?.shutdownGracefully()
  }

  private func execute(_ request: HTTPClientRequest) async throws -> HTTPClientResponse {
    try await client.execute(request, timeout: .seconds(60))
  }

  private func data(_ path: String) async throws -> Data {
    let body = try await execute(HTTPClientRequest(url: base + path)).body.collect(upTo: 1 << 20)
    return Data(buffer: body)
  }
}

/// A file in chunks of 256 KiB, read when they are asked for; by the system's call, for `FileHandle` reads 4 KiB at a
/// time.
struct FileChunks: AsyncSequence, Sendable {
  typealias Element = ByteBuffer
  let file: URL

  func makeAsyncIterator() -> Iterator { Iterator(descriptor: open(file.path, O_RDONLY | O_CLOEXEC)) }

  final class Iterator: AsyncIteratorProtocol {
    private let descriptor: Int32

    init(descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    func next() async throws -> ByteBuffer? {
      var buffer = ByteBufferAllocator().buffer(capacity: 256 << 10)
      let count = buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: 256 << 10) {
        Swift.max(0, read(descriptor, $0.baseAddress, $0.count))
      }
      return count == 0 ? nil : buffer
    }
  }
}
