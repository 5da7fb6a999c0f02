import Foundation
import RequisiteTesting
import TestSupport
import Testing

@testable import Requisite

@Suite("The checksum of a partial download", .timeLimit(.minutes(3)))
struct PartialChecksumTests {
  private let folder: TemporaryFolder
  private let time = Locked<UInt64>(0)
  private var place: URL { folder.url.appending(path: "f") }

  init() throws {
    folder = try TemporaryFolder()
  }

  private func source() throws -> DownloadSource {
    let request = TransportRequest(url: .api)
    return try #require(
      DownloadSource(NetworkResponse(status: 200, headers: [.eTag: "\"1\""], request: request), of: request))
  }

  private func partial() throws -> PartialDownload {
    try PartialDownload(to: place) { [time] in time.withLock { $0 } }
  }

  /// Writes chunks as a process would that is killed after the last one.
  private func killed(after chunks: [Data], at times: [UInt64]) throws {
    let partial = try partial()
    try partial.restart(as: try source())
    for (chunk, time) in zip(chunks, times) {
      self.time.withLock { $0 = time * 1_000_000 }
      try partial.append(chunk)
    }
    partial.end()
  }

  private func known() throws -> Int64? {
    let partial = try partial()
    defer { partial.end() }
    return try partial.known(of: try source().request)?.count
  }

  @Test(
    "a process that is killed loses the bytes of the last second, and those before it are resumed",
    .feature("F14"))
  func interval() throws {
    let chunks = [1, 2, 3].map { Data(repeating: $0, count: 700_000) }
    try killed(after: chunks, at: [500, 1_000, 1_999])
    #expect(try known() == 1_400_000)
    #expect(try Data(contentsOf: folder.url.appending(path: ".f.partial")) == chunks[0] + chunks[1])
  }

  @Test(
    "bytes that were changed on the disk are not resumed", .feature("F14"),
    arguments: [0, 1_048_576, 1_399_999])
  func changed(place: Int) throws {
    try killed(
      after: [Data(repeating: 1, count: 700_000), Data(repeating: 2, count: 700_000)], at: [0, 1_000])
    let file = try FileHandle(forUpdating: folder.url.appending(path: ".f.partial"))
    try file.seek(toOffset: UInt64(place))
    try file.write(contentsOf: Data([9]))
    try file.close()
    #expect(try known() == nil)
  }

  @Test("a file that is shorter than its description is not resumed", .feature("F14"))
  func cut() throws {
    try killed(after: [Data(repeating: 1, count: 1_000)], at: [1_000])
    #expect(truncate(folder.url.appending(path: ".f.partial").path, 999) == 0)
    #expect(try known() == nil)
  }

  @Test("what was received before a failure is described at once", .feature("F14"))
  func failure() throws {
    let partial = try partial()
    try partial.restart(as: try source())
    try partial.append(Data("abc".utf8))
    #expect(try partial.known(of: try source().request)?.count == 3)
    partial.end()
    #expect(try known() == 3)
  }
}
