import ArgumentParser

/// What a client does while its memory is measured.
enum MemoryScenario: String, CaseIterable, ExpressibleByArgument {
  case idle, buffered, slow, upload, thousand, again

  var title: String {
    let peak = ": the most memory beyond that at the start, time, CPU time"
    return switch self {
    case .idle: "a client that is idle: the memory that it shares with no other process"
    case .buffered: "200 MB in memory\(peak)"
    case .slow: "200 MB streamed to a slow reader\(peak)"
    case .upload: "500 MB sent from a file\(peak)"
    case .thousand: "1,000 in flight to a server that takes 1 s\(peak)"
    case .again: "the same three times\(peak)"
    }
  }

  /// The clients that can do it.
  var clients: [ClientName] {
    switch self {
    case .idle, .buffered, .upload: [.urlsession, .ahc, .default]
    case .slow: [.ahc, .default]
    case .thousand: [.urlsession, .ahcMany, .requisite]
    case .again: [.ahcMany, .requisite]
    }
  }
}
