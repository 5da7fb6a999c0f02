#if os(Linux)
  import Foundation
  import Testing

  @testable import CurlEngine

  /// Bodies as real encoders make them: zlib, libbrotlienc 1.0.9 and libzstd 1.5.4.
  struct EncodedSample: Sendable, CustomTestStringConvertible {
    let coding: ContentCoding
    let name: String
    let bytes: Data
    /// Whether a checksum covers the content, so that no change of a byte goes unnoticed.
    var hasChecksum = true

    var testDescription: String { name }

    private init(_ coding: ContentCoding, _ name: String, _ base64: String, hasChecksum: Bool = true) {
      (self.coding, self.name, self.hasChecksum) = (coding, name, hasChecksum)
      bytes = Data(base64Encoded: base64) ?? Data()
    }

    /// What each of ``all`` decodes to: 40 records in lines, 1,266 bytes.
    static let text = Data(
      (1...40).map { "{\"id\": \($0), \"title\": \"todo \($0 * 7919 % 1000)\"}\n" }.joined().utf8)

    /// Each coding that this process can undo, by fast and by thorough encoders.
    static let all = everything.filter { ContentCoding.available.contains($0.coding) }

    /// "hello, hello, hello" by br and zstd.
    static let small = [
      EncodedSample(.br, "br", "GxIA+I2Ubt5ECVKGlmwsbxFPJNBxAA=="),
      EncodedSample(.zstd, "zstd", "KLUv/SQTbQAAOGhlbGxvLCABAOKKEXXzmI4="),
    ].filter { ContentCoding.available.contains($0.coding) }

    /// 200,000 zeros: most of the output comes when the input is used up.
    static let zeros = [
      EncodedSample(
        .deflate, "raw zeros", "7cExAQAAAMKg9U9tBn+g" + String(repeating: "A", count: 256) + "AIDXAA==",
        hasChecksum: false),
      EncodedSample(.br, "br zeros", "Wz8NA0ACIB4LJJ9gAA==", hasChecksum: false),
    ].filter { ContentCoding.available.contains($0.coding) }

    /// 64 MiB of zeros in 84 bytes.
    static let brotliBomb = EncodedSample(
      .br, "br bomb",
      "y///PwAkAOKxQHLv//j//weABEAcFoDu/R////8AkACIwwLQvf/j//8fABIAcVgAuvd//P//A0ACIA4LQPf+j///fwBIAMRhAeje"
        + "//H//w8ACYA4LADd+7/8//8DIAEQhwWge/8H", hasChecksum: false
    ).bytes

    private static let everything = [
      EncodedSample(
        .gzip, "gzip",
        """
        H4sIAAAAAAACA23TMWpDQQyE4T6neGydYkfSrlY5j1MYAm5eZ3J3O6TYgXmd4AcVH9Kz3W/t68Dn0c77+fP9ntv5uD2OQrXfj+d/NsnL184uOUfuHJJn\
        zp2H5FFj56kZsXNKDvedl2QftnNJtsTO6NJRnbq6oZMbFM7IDQpXQXBQuTVJDkqXi+igdtnJDoo3jfCgeiNID8oXk/hM+XwRnymfFZ/dBR/Iz9QPTn6m\
        foP4TPkqic+UbxXxmfItEJ8pXzrxmfLNQXyufCOJz5UvFvG58kXnt1U+N+Jz5bMgP1c/TPLzCz/ic+UjPFe8MsLzulhOeKF4Of/wXjinxezyBAAA
        """),
      EncodedSample(
        .deflate, "zlib",
        """
        eNpt0zFqQ0EMhOE+p3hsnWJH0q5WOY9TGAJuXmdydzuk2IF5neAHFR/Ss91v7evA59HO+/nz/Z7b+bg9jkK134/nfzbJy9fOLjlH7hySZ86dh+RRY+ep\
        GbFzSg73nZdkH7ZzSbbEzujSUZ26uqGTGxTOyA0KV0FwULk1SQ5Kl4vooHbZyQ6KN43woHojSA/KF5P4TPl8EZ8pnxWf3QUfyM/UD05+pn6D+Ez5Kon\
        PlG8V8ZnyLRCfKV868ZnyzUF8rnwjic+VLxbxufJF57dVPjfic+WzID9XP0zy8ws/4nPlIzxXvDLC87pYTniheDn/8F4in1T+
        """),
      EncodedSample(
        .br, "br, thorough",
        """
        G/EEOJwFdnNaI5qngddqpVim0e3pcKr89ETzCKSOQl+DiJC9gUov8CrOyqY0YFjAS6nmz48MuR0ibRn0tRL4+daf+Lo53HfF1GpZasrWdDjKJUzBXFnilU\
        I+sbjjxbgX0O+Yk4v1novtneG4mzD9zPVQvI7JJw/2fNY+hnkX2FiWobJnBue9Bo/3HNoQryvyaYK9ntPHsPcC+y3LYtmmh2NMeOYa97wG9TGo18GrAw==
        """, hasChecksum: false),
      EncodedSample(
        .br, "br, fast",
        """
        i3gCAICqqqrq/26Xk4Ke/aDMLKvdzuYHA3AAu+jNwcCqA6EzH/U4BRdPsIAFwaJjbCWI6f/+533Nc+Az5r737zvPMfdzPaPR8z0un8iuVF5il55exi4y\
        vJydt3sFHcwr2ZnkVezk9Gp2THjD+tihFwJttSPE09iOEE/XhlBPV4GQT5eF0E+XCyGgLohQUOeGkFBngUinQqRjI/LQkEgHIdI8IZGuE5GuGpGugEiX\
        QqQLR6LzRKKzQqKzhUQnItHRGpLoEEj8N2GivwETXROJrgwZ/cpY8z0G
        """, hasChecksum: false),
      EncodedSample(
        .zstd, "zstd, fast",
        """
        KLUv/WTyA+0FAKIJGRagFaYNg4Hd7Knqeq/s7p0StytraLUCwTHFjgjv/G89+f4LHelXL/PPRSf60uXXddp4G5WqtpYrXg1LWbe0JVvac7qOPx3VKqvs\
        jK7ueHRwTDZJMRTGEGECBAzCGAJQIsxAzEBOqDGM+Pq/AZAzSjcRjBCEaOFOH2dK/qSGd8++ZEPfKZ7l0jzKFyEZn7Y3tIt/HaE3QTpAXn5UfLz0qPDo\
        HcJjd0eb22CJCLY0MzS/uolIsrB4CwBVASJNGG8=
        """),
      EncodedSample(
        .zstd, "zstd, thorough",
        """
        KLUv/WTyA40FANJLHRDAO4cd5fz3WlJSUpL09mqyoAnCTfTUH/E9W52Xb1lRGzOdKL7rkV6St/yY7Xne+s7bv7zaeemH+I9HPAke66OuJ3IraV7vZXZt\
        /XTEJ3fkj9w1Pm56prbe8v4uN2tvp6cjaOLvgzJqiVDESQstEcaFIgwSLE6oEfAZ3/8N0J0DEEaEDIv7e9uQ8InIGIiqQCazlCg1bQ8N1ixOwHyVDLb/\
        DXIeGwWlQmySXYBUBSJNGG8=
        """),
    ]
  }
#endif
