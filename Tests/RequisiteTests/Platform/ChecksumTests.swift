import Foundation
import Testing

@testable import Requisite

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

  @Test("SHA-256 takes messages of every length round the end of a block")
  func sha256Lengths() {
    let hashes = (50..<130).map { SHA256.hexadecimal(String(repeating: "x", count: $0)) }
    #expect(Set(hashes).count == hashes.count)
    #expect(hashes.allSatisfy { $0.utf8.count == 64 })
  }

  @Test("CRC-64 gives the check value of its catalogue entry, in one piece and in several")
  func crc64() {
    var whole = CRC64()
    whole.add(Data("123456789".utf8))
    #expect(whole.value == 0x995D_C9BB_DF19_39FA)
    var pieces = CRC64()
    for piece in ["1234", "", "56789"] { pieces.add(Data(piece.utf8)) }
    #expect(pieces.value == whole.value)
  }
}
