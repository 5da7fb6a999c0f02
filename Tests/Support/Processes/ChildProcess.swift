import Foundation

/// A program that runs as a process of its own, without a descriptor of the tests'.
///
/// Foundation's `Process` reads the list of open descriptors before it starts a program, and reads past the end of its
/// buffer where some 1,360 are open: the tests, which run all at a time, would end there.
public final class ChildProcess: Sendable {
  /// How a process ended.
  public struct End: Sendable {
    /// The exit code; nil after a signal.
    public let status: Int32?
    /// What it wrote to the outputs that are read, and was not taken by ``ChildProcess/nextOutput()``.
    public let output: Data

    /// The output as text.
    public var text: String { String(decoding: output, as: UTF8.self) }
  }

  /// Which of its outputs are read; the others are discarded.
  public enum Outputs: Sendable {
    case none, standard, errors, both
  }

  /// The path of the program that runs.
  public static var ownPath: String { URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().path }

  /// Its number.
  public let id: pid_t
  private let outputs: FileHandle?
  private let word = WaitWord()

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - path: The path of its file.
  ///   - arguments: Its arguments, without its name.
  ///   - environment: Variables beside those of this process.
  ///   - input: The path of the file that is its standard input.
  ///   - outputs: The outputs to read. A program that writes more than a pipe holds waits until they are.
  public init(
    _ path: String, _ arguments: [String], environment: [String: String] = [:], input: String = "/dev/null",
    reading outputs: Outputs = .none
  ) throws {
    let null = open("/dev/null", O_RDWR)
    let source = open(input, O_RDONLY)
    defer { for descriptor in [null, source] where descriptor >= 0 { close(descriptor) } }
    let pipe = outputs == .none ? nil : Pipe()
    let sink = pipe?.fileHandleForWriting.fileDescriptor ?? null
    let all = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let standard = outputs == .standard || outputs == .both ? sink : null
    let errors = outputs == .errors || outputs == .both ? sink : null
    id = try CStrings.with([path] + arguments) { words in
      try CStrings.with(all.map { "\($0)=\($1)" }) { variables in
        var id: pid_t = 0
        let error = ChildPlatform.spawn(&id, path, words, variables, [source, standard, errors])
        guard error == 0 else { throw CommandError(arguments: [path] + arguments, status: error) }
        return id
      }
    }
    try pipe?.fileHandleForWriting.close()
    self.outputs = pipe?.fileHandleForReading
  }

  /// Starts this program once more, for the tests of this name alone.
  public convenience init(
    test name: String, environment: [String: String] = [:], reading outputs: Outputs = .none
  ) throws {
    try self.init(
      Self.ownPath, ["--testing-library", "swift-testing", "--filter", name], environment: environment,
      reading: outputs)
  }

  deinit {
    kill()
    _ = end()
  }

  /// Whether it has not ended.
  public var isRunning: Bool { word.poll(id) == nil }

  /// Ends it at once.
  public func kill() {
    if isRunning { _ = Foundation.kill(id, SIGKILL) }
  }

  /// Waits for output, and takes what is there; empty after the last.
  public func nextOutput() -> Data { outputs?.availableData ?? Data() }

  /// Waits for its end.
  public func end() -> End {
    let data = outputs?.readDataToEndOfFile() ?? Data()
    return End(status: word.wait(for: id), output: data)
  }

  /// Runs a program until its end.
  @discardableResult
  public static func run(
    _ path: String, _ arguments: [String], environment: [String: String] = [:], input: String = "/dev/null",
    reading outputs: Outputs = .none
  ) throws -> End {
    try ChildProcess(path, arguments, environment: environment, input: input, reading: outputs).end()
  }
}

/// A command that failed.
public struct CommandError: Error {
  let arguments: [String]
  var status: Int32 = 1
}

/// The exit status of a process, which the system reports once. Everything is behind `lock`, which makes
/// `@unchecked Sendable` true.
private final class WaitWord: @unchecked Sendable {
  private let lock = NSLock()
  private var word: Int32?

  /// The word if the process has ended.
  func poll(_ id: pid_t) -> Int32? {
    lock.withLock {
      var found: Int32 = 0
      if word == nil, waitpid(id, &found, WNOHANG) == id { word = found }
      return word
    }
  }

  /// Waits for the end, without the lock; the exit code, or nil after a signal.
  func wait(for id: pid_t) -> Int32? {
    var info = siginfo_t()
    while !isReaped, waitid(P_PID, id_t(id), &info, WEXITED | WNOWAIT) == -1, errno == EINTR {}
    guard let word = poll(id), word & 0x7F == 0 else { return nil }
    return word >> 8 & 0xFF
  }

  /// Whether the number may be that of another process by now.
  private var isReaped: Bool { lock.withLock { word != nil } }
}

/// Words for a function of C.
private enum CStrings {
  static func with<Result>(
    _ words: [String], _ work: ([UnsafeMutablePointer<CChar>?]) throws -> Result
  ) rethrows -> Result {
    let copies = words.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return try work(copies + [nil])
  }
}
