import Foundation
import Testing

import RequisitePlatform

@Suite("Checksums")
struct ChecksumTests {
  @Test(
    "SHA-256 gives the hashes of its standard",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
      (
        String(repeating: "a", count: 1_000_000),
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
      ),
    ])
  func sha256(text: String, hash: String) {
    #expect(SHA256.hexadecimal(text) == hash)
  }

  @Test("SHA-256 of chunks is that of the whole, wherever they are cut")
  func sha256Chunks() {
    let message = Array(String(repeating: "0123456789", count: 20).utf8)
    for size in [1, 3, 63, 64, 65, 128, 200] {
      var hash = SHA256()
      for start in stride(from: 0, to: message.count, by: size) {
        hash.update(message[start..<min(start + size, message.count)])
      }
      #expect(hash.finish() == SHA256.hash(message))
    }
  }

  @Test("SHA-256 hashes messages of every length around the end of a block")
  func sha256Lengths() {
    let hashes = (50..<130).map { SHA256.hexadecimal(String(repeating: "x", count: $0)) }
    #expect(Set(hashes).count == hashes.count)
    #expect(hashes.allSatisfy { $0.utf8.count == 64 })
  }

  @Test(
    "XXH64 gives the hashes of its reference",
    arguments: [
      ("", 0xEF46_DB37_51D8_E999), ("a", 0xD24E_C4F1_A98C_6E5B), ("abc", 0x44BC_2CF5_AD77_0999),
      ("Nobody inspects the spammish repetition", 0xFBCE_A83C_8A37_8BF1),
      ("The quick brown fox jumps over the lazy dog", 0x0B24_2D36_1FDA_71BC),
    ] as [(String, UInt64)])
  func xxh64(text: String, hash: UInt64) {
    #expect(XXH64.hash(Data(text.utf8)) == hash)
    // Wherever the bytes lie in memory.
    #expect(XXH64.hash(Data("x\(text)".utf8).dropFirst()) == hash)
  }

}
