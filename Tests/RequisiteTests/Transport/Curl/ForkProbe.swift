#if os(Linux)
  import Requisite
  import TestSupport
  import Testing

  /// What a process does that forks while its transport is at work. It runs one test of this binary and no other, so
  /// that nothing else is under way when it forks.
  enum ForkProbe {
    /// The server to talk to; nil where this process is not to fork.
    static let server = ProcessInfo.processInfo.environment["REQUISITE_FORK_SERVER"].flatMap(
      URL.init(string:))
    static let authority = ProcessInfo.processInfo.environment["REQUISITE_FORK_AUTHORITY"]

    /// Starts that process and waits for its end, a minute at most.
    static func run(server: URL, authority: String? = nil) throws -> (status: Int32, output: String) {
      let process = try ChildProcess(
        ChildProcess.ownPath, ["--testing-library", "swift-testing", "--filter", "ForkProbeTests"],
        environment: [
          "REQUISITE_FORK_SERVER": server.absoluteString, "REQUISITE_FORK_AUTHORITY": authority ?? "",
          "NO_COLOR": "1",
        ], reading: .both)
      let guardian = DispatchWorkItem { process.kill() }
      DispatchQueue.global().asyncAfter(deadline: .now() + 60, execute: guardian)
      let end = process.end()
      guardian.cancel()
      return (end.status ?? -1, end.text)
    }

    /// `fork()`, which Swift does not let anybody call by its name.
    static func fork() throws -> pid_t {
      let symbol = try #require(dlsym(nil, "fork"))
      return unsafeBitCast(symbol, to: (@convention(c) () -> pid_t).self)()
    }

    /// Waits ten seconds for a child to end; then kills it. Returns its exit code, nil where it was killed.
    static func wait(for child: pid_t) -> Int32? {
      var status: Int32 = 0
      for _ in 0..<1000 {
        if waitpid(child, &status, WNOHANG) == child { return status & 0x7F == 0 ? status >> 8 & 0xFF : nil }
        usleep(10_000)
      }
      kill(child, SIGKILL)
      waitpid(child, &status, 0)
      return nil
    }
  }
#endif
