#if !canImport(FoundationNetworking) || REQUISITE_STAND_INS
  /// A transfer of ``BackgroundTransfers``.
  ///
  /// The system stores it with the task, so it survives the process.
  public struct BackgroundTransfer: Sendable, Hashable {
    /// The name that the transfer was started with.
    public let name: String
    /// The place of a downloaded file; nil for an upload.
    public let destination: URL?
    let replacesFile: Bool
  }

  extension TransportFailure {
    /// The data from which another download of ``BackgroundTransfers`` can resume after this failure; nil if none can.
    public var resumeData: Data? {
      (underlyingError as? URLError)?.userInfo[NSURLSessionDownloadTaskResumeData] as? Data
    }
  }

  extension BackgroundTransfer {
    private struct Stored: Codable {
      var name: String
      var path: String?
      var isInHome: Bool
      var replacesFile: Bool
    }

    private static var home: String { NSHomeDirectory() + "/" }

    /// Returns the transfer as JSON. A path in the home directory is relative, because an update of the app can move that
    /// directory.
    func taskDescription() throws(NetworkRequestError) -> String {
      let path = destination?.path
      let isInHome = path?.utf8.starts(with: Self.home.utf8) ?? false
      let relative = isInHome ? path.map { String($0.dropFirst(Self.home.count)) } : path
      let stored = Stored(name: name, path: relative, isInHome: isInHome, replacesFile: replacesFile)
      do { return String(decoding: try JSONCoding().encode(stored), as: UTF8.self) } catch {
        throw NetworkRequestError(error)
      }
    }

    /// Reads the transfer of a task. Returns nil for a task that ``BackgroundTransfers`` did not start.
    init?(_ task: URLSessionTask) {
      let text = Data((task.taskDescription ?? "").utf8)
      let stored: Stored
      do { stored = try JSONCoding().decode(Stored.self, from: text) } catch { return nil }
      (name, replacesFile) = (stored.name, stored.replacesFile)
      destination = stored.path.map { URL(fileURLWithPath: stored.isInHome ? Self.home + $0 : $0) }
    }
  }
#endif
