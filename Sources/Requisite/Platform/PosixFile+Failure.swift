// The errors of the system and their texts. FoundationEssentials has neither a `userInfo` nor a `localizedDescription`.
#if FoundationNetworking || !os(Linux)
  extension PosixFile {
    static func failure(_ code: POSIXErrorCode, _ path: String, _ words: String? = nil) -> POSIXError {
      var info: [String: Any] = [NSFilePathErrorKey: path]
      if let words { info[NSLocalizedDescriptionKey] = words }
      return POSIXError(code, userInfo: info)
    }
  }

  enum SystemText {
    /// The `localizedDescription` of an error.
    static func of(_ error: any Error) -> String { error.localizedDescription }
  }
#else
  extension PosixFile {
    /// A `POSIXError` without `path` and `words`, because the error of FoundationEssentials cannot carry them.
    static func failure(_ code: POSIXErrorCode, _ path: String, _ words: String? = nil) -> POSIXError {
      POSIXError(code)
    }
  }

  enum SystemText {
    /// The system's text for a `POSIXError`, or the description of another error.
    static func of(_ error: any Error) -> String {
      if let error = error as? POSIXError {
        var text = [CChar](repeating: 0, count: 256)
        strerror_r(error.code.rawValue, &text, text.count)
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      }
      return (error as? any LocalizedError)?.errorDescription ?? String(describing: error)
    }
  }
#endif
