#if os(Linux)
  import TestSupport
  import Testing

  @testable import CurlEngine

  @Suite("The passes of a body")
  struct CurlUploadPassTests {
    private static func read(_ count: Int, of upload: inout CurlUpload) -> Int? {
      var bytes = [UInt8](repeating: 0, count: count)
      return bytes.withUnsafeMutableBytes { bytes in
        guard case .bytes(let count) = upload.read(into: bytes) else { return nil }
        return count
      }
    }

    @Test("a pass counts its own bytes, and its source is not asked after its end")
    func passes() {
      let source = SilentSource()
      var upload = CurlUpload(CurlBodyOrigin(isReplayable: true) { source }, length: 5) { _, _ in }
      upload.supply(.success(Data("hello".utf8)), pass: 0)
      #expect(Self.read(2, of: &upload) == 2)
      #expect(upload.sent == 2 && source.asked.value == 1)
      let isRewound = upload.rewind()
      #expect(isRewound && upload.sent == 0)
      upload.supply(.success(Data("hello".utf8)), pass: 1)
      upload.supply(.success(nil), pass: 1)
      #expect(Self.read(2, of: &upload) == 2)
      #expect(Self.read(9, of: &upload) == 3)
      #expect(Self.read(9, of: &upload) == 0)
      #expect(upload.sent == 5 && source.asked.value == 1)
    }
  }
#endif
