#if !(os(Linux) || os(Android)) || REQUISITE_STAND_INS
  /// The decoders of text that the system has, by `CFString`.
  package enum SystemCharset {
    /// Decodes text.
    ///
    /// - Parameters:
    ///   - bytes: The text in the charset.
    ///   - name: The name of the charset in IANA's registry.
    ///   - isSingleByte: Whether each character is one byte. A byte from 0x80 to 0x9F without a character is then the
    ///     control character of that number, as in the WHATWG Encoding standard.
    /// - Returns: nil if the bytes are invalid in the charset, or the system lacks it.
    package static func decode(_ bytes: Data, from name: String, isSingleByte: Bool) -> String? {
      guard let encoding = encoding(named: name) else { return nil }
      if let text = String(data: bytes, encoding: encoding) { return text }
      guard isSingleByte else { return nil }
      var result = ""
      for byte in bytes {
        if let character = String(data: Data([byte]), encoding: encoding) {
          result += character
        } else if 0x80...0x9F ~= byte {
          result.unicodeScalars.append(Unicode.Scalar(byte))
        } else {
          return nil
        }
      }
      return result
    }

    /// True if the system has a decoder of the charset.
    package static func has(_ name: String) -> Bool { encoding(named: name) != nil }

    private static func encoding(named name: String) -> String.Encoding? {
      let encoding = CFStringConvertIANACharSetNameToEncoding(name as CFString)
      guard encoding != kCFStringEncodingInvalidId else { return nil }
      return String.Encoding(rawValue: UInt(CFStringConvertEncodingToNSStringEncoding(encoding)))
    }
  }
#endif
