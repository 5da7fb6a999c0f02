#if os(Linux)
  import Foundation
  import Requisite
  import Synchronization
  import Testing

  /// An HTTP client that is not the library's: the command `curl`, one process for each request.
  struct CurlCommand: HTTPEngine {
    private static let path = "/usr/bin/curl"
    static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: path) }

    func send(
      _ method: String, _ url: String, fields: [(name: String, value: String)],
      body: ByteStream?, length: Int64?, timeout: Duration?
    ) async throws -> HTTPEngineResponse {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
      let (sent, settings) = (
        folder.appendingPathComponent("body"), folder.appendingPathComponent("settings")
      )
      do {
        try await body?.collected(upTo: .max).write(to: sent)
        var lines = Self.settings(method, url, fields)
        if body != nil {
          lines += ["header = \"Expect:\""]
          if !fields.contains(where: { $0.name == "Content-Type" }) {
            lines += ["header = \"Content-Type:\""]
          }
          lines += [length == nil ? "upload-file = -" : "data-binary = \"@\(sent.path)\""]
        }
        try Data(lines.joined(separator: "\n").utf8).write(to: settings)
        let command = try Command(
          settings, body == nil ? .nullDevice : FileHandle(forReadingFrom: sent), in: folder)
        return try await command.response(hasBody: method != "HEAD")
      } catch {
        try? FileManager.default.removeItem(at: folder)
        throw error
      }
    }

    private static func settings(
      _ method: String, _ url: String, _ fields: [(name: String, value: String)]
    ) -> [String] {
      func quoted(_ text: String) -> String {
        "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
      }
      var lines = [
        "silent", "globoff", "path-as-is", "no-buffer", "compressed", "noproxy = *",
        "dump-header = /dev/stderr",
      ]
      lines += ["url = \(quoted(url))", method == "HEAD" ? "head" : "request = \(method)"]
      lines += fields.map { "header = \(quoted("\($0.name): \($0.value)"))" }
      return lines
    }

    /// A command that runs: the lines of the response are its errors, and the body is its output.
    private struct Command: Sendable {
      let lines: ByteStream
      let chunks: ByteStream
      let statuses: AsyncStream<Int32>

      init(_ settings: URL, _ input: FileHandle, in folder: URL) throws {
        let (process, output, errors) = (Process(), Pipe(), Pipe())
        process.executableURL = URL(fileURLWithPath: CurlCommand.path)
        process.arguments = ["--disable", "--config", settings.path]
        process.standardInput = input
        (process.standardOutput, process.standardError) = (output, errors)
        statuses = AsyncStream { feed in
          process.terminationHandler = { ended in
            try? FileManager.default.removeItem(at: folder)
            feed.yield(ended.terminationStatus)
            feed.finish()
          }
        }
        (lines, chunks) = (Self.stream(errors, of: process), Self.stream(output, of: process))
        try process.run()
      }

      /// The bytes of a pipe. Dropping the stream, or cancelling the task that reads it, ends the command.
      private static func stream(_ pipe: Pipe, of process: Process) -> ByteStream {
        ByteStream(
          AsyncStream<Data> { feed in
            pipe.fileHandleForReading.readabilityHandler = { handle in
              let data = handle.availableData
              if data.isEmpty {
                handle.readabilityHandler = nil
                feed.finish()
              } else {
                feed.yield(data)
              }
            }
            feed.onTermination = { if case .cancelled = $0 { process.terminate() } }
          })
      }

      func response(hasBody: Bool) async throws -> HTTPEngineResponse {
        var text = ""
        for try await part in lines {
          text += String(decoding: part, as: UTF8.self)
          var sections = text.split(separator: "\r\n\r\n", omittingEmptySubsequences: false)[...]
          while sections.count > 1, let first = sections.first, Self.status(first) < 200 {
            sections.removeFirst()
          }
          guard sections.count > 1, let head = sections.popFirst() else { continue }
          let rest = sections.joined(separator: "\r\n\r\n")
          let end = Mutex<String?>(nil)
          return HTTPEngineResponse(
            status: Self.status(head), fields: Self.fields(head),
            next: {
              var pass = chunks.makeAsyncIterator()
              // Of a HEAD, the output is the header section once more.
              while let chunk = try await pass.next() { if hasBody { return chunk } }
              let trailers = try await lines.collected(upTo: 65_536)
              try await checkStatus()
              end.withLock { $0 = rest + String(decoding: trailers, as: UTF8.self) }
              return nil
            }, trailers: { end.withLock { $0.map { Self.fields($0[...]) } } })
        }
        try await checkStatus()
        throw TransportFailure(.badServerResponse)
      }

      private func checkStatus() async throws {
        for await status in statuses where status != 0 {
          throw TransportFailure(status == 7 ? .cannotConnectToHost : .networkConnectionLost)
        }
        try Task.checkCancellation()
      }

      private static func status(_ section: Substring) -> Int {
        section.split(separator: " ").dropFirst().first.flatMap { Int($0.prefix(3)) } ?? 0
      }

      private static func fields(_ section: Substring) -> [(name: String, value: String)] {
        section.split(separator: "\r\n").compactMap { line in
          let parts = line.split(separator: ":", maxSplits: 1)
          guard parts.count == 2 else { return nil }
          return (String(parts[0]), parts[1].trimmingCharacters(in: .whitespaces))
        }
      }
    }
  }
#endif
