// The declarations of swift-openapi-runtime that a transport uses, by a stand-in: the tests of the integrations run where that
// package is not at hand. A program has the package in its place.

public import Foundation
public import HTTPTypes

/// What a generated client sends its operations through.
public protocol ClientTransport: Sendable {
  /// Sends the request of an operation.
  func send(
    _ request: HTTPRequest, body: HTTPBody?, baseURL: URL, operationID: String
  ) async throws -> (HTTPResponse, HTTPBody?)
}

/// How often a body can be read.
public enum IterationBehavior: Sendable {
  case single, multiple
}

/// A body of bytes that arrive in chunks.
public final class HTTPBody: Sendable, AsyncSequence {
  public typealias ByteChunk = ArraySlice<UInt8>
  public typealias Element = ByteChunk

  /// The number of bytes, if it is known.
  public enum Length: Sendable, Equatable {
    case unknown
    case known(Int64)
  }

  public let length: Length
  public let iterationBehavior: IterationBehavior
  private let makeNext: @Sendable () -> () async throws -> ByteChunk?

  public init<Bytes: AsyncSequence & Sendable>(
    _ sequence: Bytes, length: Length, iterationBehavior: IterationBehavior
  ) where Bytes.Element: Sequence & Sendable, Bytes.Element.Element == UInt8 {
    (self.length, self.iterationBehavior) = (length, iterationBehavior)
    makeNext = {
      var iterator = sequence.makeAsyncIterator()
      return { try await iterator.next().map { ArraySlice($0) } }
    }
  }

  public convenience init(_ data: Data) {
    let chunks = AsyncChunks(chunks: [ArraySlice(data)])
    self.init(chunks, length: .known(Int64(data.count)), iterationBehavior: .multiple)
  }

  public func makeAsyncIterator() -> Iterator { Iterator(produce: makeNext()) }

  public struct Iterator: AsyncIteratorProtocol {
    let produce: () async throws -> ByteChunk?
    public mutating func next() async throws -> ByteChunk? { try await produce() }
  }
}

private struct AsyncChunks: AsyncSequence, Sendable {
  let chunks: [HTTPBody.ByteChunk]

  func makeAsyncIterator() -> Iterator { Iterator(rest: chunks[...]) }

  struct Iterator: AsyncIteratorProtocol {
    var rest: ArraySlice<HTTPBody.ByteChunk>
    mutating func next() async -> HTTPBody.ByteChunk? { rest.popFirst() }
  }
}

private struct TooManyBytes: Error {}

extension Data {
  /// Reads a body into memory.
  public init(collecting body: HTTPBody, upTo limit: Int) async throws {
    self.init()
    for try await chunk in body {
      guard count + chunk.count <= limit else { throw TooManyBytes() }
      append(contentsOf: chunk)
    }
  }
}
