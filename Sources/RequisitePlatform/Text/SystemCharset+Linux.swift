#if (os(Linux) || os(Android)) && !REQUISITE_STAND_INS
  /// The decoders of text that the C library has, by `iconv`.
  package enum SystemCharset {
    /// Decodes text.
    ///
    /// - Parameters:
    ///   - bytes: The text in the charset.
    ///   - name: The name of the charset in IANA's registry.
    ///   - isSingleByte: Whether each character is one byte. A byte from 0x80 to 0x9F without a character is then the
    ///     control character of that number, as in the WHATWG Encoding standard.
    /// - Returns: nil if the bytes are invalid in the charset, or the C library lacks it.
    package static func decode(_ bytes: Data, from name: String, isSingleByte: Bool) -> String? {
      guard let decoder = Decoder(name) else { return nil }
      var bytes = [UInt8](bytes)
      return decoder.text(of: &bytes, isSingleByte: isSingleByte).flatMap { String(validUTF8: $0) }
    }

    /// True if the C library has a decoder of the charset.
    package static func has(_ name: String) -> Bool { Decoder(name) != nil }

    /// The names of the C library for those that it does not know.
    private static let names = [
      "windows-31j": "CP932", "windows-874": "CP874", "windows-949": "CP949",
      "x-mac-cyrillic": "MAC-CYRILLIC",
      "euc-jp": "EUC-JP-MS",
    ]

    /// A descriptor of `iconv`, which is closed when it is released.
    private final class Decoder {
      private let descriptor: iconv_t

      init?(_ name: String) {
        guard let descriptor = iconv_open("UTF-8", SystemCharset.names[name] ?? name),
          descriptor != iconv_t(bitPattern: -1)
        else { return nil }
        self.descriptor = descriptor
      }

      deinit { iconv_close(descriptor) }

      /// Returns the text in UTF-8, made in pieces; nil if a character is invalid or incomplete.
      func text(of bytes: inout [UInt8], isSingleByte: Bool) -> [UInt8]? {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        return bytes.withUnsafeMutableBytes { input -> [UInt8]? in
          var next = input.baseAddress?.assumingMemoryBound(to: CChar.self)
          var rest = input.count
          while rest > 0 {
            guard let failure = step(&next, &rest, into: &result) else { continue }
            guard failure == EILSEQ, isSingleByte, let byte = next.map({ UInt8(bitPattern: $0.pointee) }),
              0x80...0x9F ~= byte
            else { return nil }
            end(&result)
            result += [0xC2, byte]
            next = next?.advanced(by: 1)
            rest -= 1
          }
          end(&result)
          return result
        }
      }

      /// Writes the character that a decoder holds back until it knows whether the next one combines with it.
      private func end(_ result: inout [UInt8]) {
        var none: UnsafeMutablePointer<CChar>?
        var rest = 0
        _ = step(&none, &rest, into: &result)
      }

      /// Decodes as much as fits into a buffer. Returns the error that stopped it, if it was not the end of the buffer.
      private func step(
        _ next: inout UnsafeMutablePointer<CChar>?, _ rest: inout Int, into result: inout [UInt8]
      ) -> Int32? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 16 << 10) { buffer in
          var (end, remaining) = (buffer.baseAddress, buffer.count)
          let failure = iconv(descriptor, &next, &rest, &end, &remaining) == -1 ? errno : 0
          result += UnsafeRawBufferPointer(UnsafeMutableRawBufferPointer(buffer)).prefix(
            buffer.count - remaining)
          return failure == 0 || failure == E2BIG ? nil : failure
        }
      }
    }
  }
#endif
