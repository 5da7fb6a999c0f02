import Foundation
import TestSupport
import Testing

import RequisitePlatform

@Suite("Files that the library writes", .timeLimit(.minutes(3)))
struct PartialFileTests {
  private func mode(_ url: URL) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
  }

  @Test("a lock ends with its holder, although a process that is starting still has the descriptor")
  func locks() throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("locked", Data()).path
    let descriptor = open(path, O_RDWR)
    let copy = dup(descriptor)
    defer { close(copy) }
    do {
      var holder = try PosixFile(path: path, descriptor: descriptor)
      var other = try PosixFile(appendingTo: path)
      let isHeld = holder.lock()
      let isTaken = !other.lock()
      #expect(isHeld && isTaken)
    }
    var next = try PosixFile(appendingTo: path)
    let isFree = next.lock()
    #expect(isFree)
  }

  @Test(
    "a file appears when it is complete: until then only its owner can read it, and then the users that the umask allows"
  )
  func appears() throws {
    let folder = try TemporaryFolder()
    let place = folder.url.appending(path: "file")
    let plain = folder.url.appending(path: "plain")
    try Data().write(to: plain)
    var file = try PartialFile(for: place.path)
    try file.write(Data("1".utf8))
    let partial = try #require(try folder.contents().first)
    #expect(partial.hasPrefix(".requisite-") && !FileManager.default.fileExists(atPath: place.path))
    #expect(try mode(folder.url.appending(path: partial)) == 0o600)
    try file.finish(at: place.path, readers: .byUmask)
    #expect(try folder.contents() == ["file", "plain"])
    #expect(try mode(place) == mode(plain))
    try PartialFile.write(Data(), to: folder.url.appending(path: "own").path)
    #expect(try mode(folder.url.appending(path: "own")) == 0o600)
  }

  @Test("an incomplete file is removed with its value")
  func dropped() throws {
    let folder = try TemporaryFolder()
    do {
      let file = try PartialFile(for: folder.url.appending(path: "file").path)
      try file.write(Data("1".utf8))
    }
    #expect(try folder.contents().isEmpty)
  }

  @Test(
    "a destination that another file takes meanwhile, even a dangling link, is unchanged, or replaced on demand"
  )
  func taken() throws {
    let folder = try TemporaryFolder()
    let place = folder.url.appending(path: "file").path
    #expect(symlink("/nowhere", place) == 0)
    let error = #expect(throws: FileFailure.self) { try PartialFile.write(Data(), to: place) }
    #expect(error?.code == .EEXIST)
    #expect(try folder.contents() == ["file"])
    try PartialFile.write(Data("new".utf8), to: place, replacing: true)
    #expect(try String(contentsOfFile: place, encoding: .utf8) == "new")
    #expect(!FileManager.default.fileExists(atPath: "/nowhere"))
  }

  @Test("links, pipes, folders and devices are not read, and opening them does not wait")
  func irregular() throws {
    let folder = try TemporaryFolder()
    let path = folder.url.appending(path: "x").path
    let target = try folder.file("target", Data("1".utf8)).path
    let makers: [(POSIXErrorCode, () -> Int32)] = [
      (.ELOOP, { symlink(target, path) }), (.EINVAL, { mkfifo(path, 0o600) }),
      (.EISDIR, { mkdir(path, 0o700) }),
    ]
    for (code, make) in makers {
      #expect(make() == 0)
      let error = #expect(throws: FileFailure.self) { _ = try PosixFile(readingIfPresent: path) }
      #expect(error?.code == code)
      try FileManager.default.removeItem(atPath: path)
    }
    #expect(throws: FileFailure.self) { _ = try PosixFile(readingIfPresent: "/dev/null") }
    #expect(throws: FileFailure.self) { _ = try PosixFile(readingIfPresent: target + "\0.txt") }
    #expect(symlink(target, path) == 0)
    #expect(try PosixFile.contents(of: path, upTo: 1) == Data("1".utf8))
    #expect(throws: FileFailure.self) { try PosixFile.contents(of: path, upTo: 0) }
  }

  @Test("folders and their parents are created for their owner only, and a file in the way is an error")
  func folders() throws {
    let folder = try TemporaryFolder()
    let place = folder.url.appending(path: "a/b/c")
    try PosixFile.makeFolder(place.path)
    try PosixFile.makeFolder(place.path)
    for path in ["a", "a/b", "a/b/c"] { #expect(try mode(folder.url.appending(path: path)) == 0o700) }
    let file = try folder.file("file", Data())
    #expect(throws: FileFailure.self) { try PosixFile.makeFolder(file.appending(path: "x").path) }
  }

  #if os(Linux)
    @Test("a full disk is a typed error with the system's error as its cause")
    func diskFull() throws {
      let full = try PosixFile(path: "/dev/full", descriptor: open("/dev/full", O_WRONLY | O_CLOEXEC))
      let error = #expect(throws: FileFailure.self) { try full.write(Data("1".utf8)) }
      #expect(error?.code == .ENOSPC)
    }
  #endif
}
