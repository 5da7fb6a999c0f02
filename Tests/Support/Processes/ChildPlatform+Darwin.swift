#if canImport(Darwin)
  import Foundation

  /// How a program is started without the descriptors of this process.
  enum ChildPlatform {
    static let openssls = ["/opt/homebrew/opt/openssl@3/bin/openssl", "/usr/local/opt/openssl@3/bin/openssl"]

    /// Starts the program at `path` with three descriptors. Returns 0, or an error number.
    static func spawn(
      _ id: inout pid_t, _ path: String, _ words: [UnsafeMutablePointer<CChar>?],
      _ variables: [UnsafeMutablePointer<CChar>?], _ descriptors: [Int32]
    ) -> Int32 {
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
      posix_spawn_file_actions_init(&actions)
      posix_spawnattr_init(&attributes)
      defer {
        posix_spawn_file_actions_destroy(&actions)
        posix_spawnattr_destroy(&attributes)
      }
      for (number, descriptor) in descriptors.enumerated() {
        posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
      }
      // The threads of Dispatch block signals, and a child inherits that.
      var signals = sigset_t()
      sigemptyset(&signals)
      posix_spawnattr_setsigmask(&attributes, &signals)
      posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_CLOEXEC_DEFAULT))
      return posix_spawn(&id, path, &actions, &attributes, words, variables)
    }
  }
#endif
