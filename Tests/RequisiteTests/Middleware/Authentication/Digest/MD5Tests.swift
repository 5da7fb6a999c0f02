import Testing

@testable import Requisite

@Suite("MD5 and base 64 for URLs")
struct MD5Tests {
  @Test(
    "MD5 gives the hashes of RFC 1321, appendix A.5",
    arguments: [
      ("", "d41d8cd98f00b204e9800998ecf8427e"),
      ("a", "0cc175b9c0f1b6a831c399e269772661"),
      ("abc", "900150983cd24fb0d6963f7d28e17f72"),
      ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
      ("abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"),
      ("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", "d174ab98d277d9f5a5611c2c9f419d9f"),
      (
        "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
        "57edf4a22be3c955ac49da2e2107b67a"
      ),
    ])
  func vectors(text: String, hash: String) {
    #expect(Hexadecimal.encode(MD5.hash(text.utf8)) == hash)
  }

  @Test("MD5 hashes messages of every length around the end of a block")
  func lengths() {
    let hashes = (50..<130).map { Hexadecimal.encode(MD5.hash(String(repeating: "x", count: $0).utf8)) }
    #expect(Set(hashes).count == hashes.count)
    // By another implementation, for the lengths at which the padding takes a block of its own.
    #expect(hashes[5] == "04364420e25c512fd958a70738aa8f72")
    #expect(hashes[6] == "668a72d5ba17f08e62dabcafad6db14b")
    #expect(hashes[14] == "c1bb4f81d892b2d57947682aeb252456")
  }

  @Test("base 64 for URLs has neither “+”, “/” nor padding")
  func base64URL() {
    // RFC 7515, appendix C.
    #expect(Base64URL.encode([3, 236, 255, 224, 193]) == "A-z_4ME")
    #expect(Base64URL.encode([]) == "")
    #expect(Base64URL.encode([0xFB]) == "-w")
  }

  @Test("numbers and bytes are written in hexadecimal with all of their digits")
  func hexadecimal() {
    #expect(Hexadecimal.encode(UInt32(1)) == "00000001")
    #expect(Hexadecimal.encode(UInt64.max) == "ffffffffffffffff")
    #expect(Hexadecimal.encode([0, 0x0F, 0xF0]) == "000ff0")
  }
}
