import Testing

@testable import Requisite

@Suite("SHA-512/256")
struct SHA512Tests {
  @Test(
    "FIPS 180-4: the hashes of known texts, among them those whose padding needs another block",
    arguments: [
      ("", "c672b8d1ef56ed28ab87c3622c5114069bdd3ad7b8f9737498d0c01ecef0967a"),
      ("abc", "53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23"),
      (
        "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrst"
          + "nopqrstu", "3928e184fb8690f840da3988121d31be65cb9d3ef83ee6146feac861e19b563a"
      ),
      (
        String(repeating: "a", count: 111), "0239e429f98d0ed61ee8e2a7c30afe98c1c3a80ce5dff62a107e9c538f7632ce"
      ),
      (
        String(repeating: "a", count: 112), "9216b5303edb66504570bee90e48ea5beaa5e9fe9f760bbd3e0460559fc005f6"
      ),
      (
        String(repeating: "a", count: 128), "b88f97e274f9c1d49f181c8cbd01a9c74930ad055a46ac4499a1d601f1c80bf2"
      ),
    ])
  func vectors(text: String, hash: String) {
    #expect(Hexadecimal.encode(SHA512.hash256(text.utf8)) == hash)
  }
}
