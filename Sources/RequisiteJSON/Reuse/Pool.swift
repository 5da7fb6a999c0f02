/// Documents without a text, kept for the next decoding: for a text of a few hundred bytes, making a document takes as long
/// as reading it.
///
/// Several tasks may decode at a time, each with a document of its own.
final class DocumentPool: Sendable {
  private static let mostDocuments = 4
  /// The most words of a tape that are kept: 64 KiB.
  private static let longestTape = 8192

  private let documents = Locked<[Document]>([])

  /// Returns a document for one text of `length` bytes: a new one if none is kept, or for a text whose tape is not kept.
  func take(for length: Int) -> Document {
    guard Tape.capacity(forBytes: length) <= Self.longestTape else { return Document(length: length) }
    return documents.withLock { $0.popLast() } ?? Document(length: length)
  }

  /// Ends the decoding of a document. If a decoder or a container that outlives it holds the document, that document gets
  /// a copy of the text, and is not reused.
  func take(back document: inout Document) {
    _ = document.containers.releaseUsed()
    // In a variable of its own: the calls below retain the document, which would then never be unique.
    let isHeld = !isKnownUniquelyReferenced(&document)
    document.endReading(isHeld: isHeld)
    guard !isHeld, document.tape.capacity <= Self.longestTape else { return }
    document.clear()
    documents.withLock { [document] in
      if $0.count < Self.mostDocuments { $0.append(document) }
    }
  }
}
