/// Writers within a writer, for values that the program may fill at any time until the end.
extension Writer {
  /// A writer for a value at this place.
  func detached(at key: any CodingKey) -> Writer {
    let writer = takeSpare() ?? Writer(session: session)
    writer.begin(at: path + CollectionOfOne(key), depth: depth)
    pending.append((output.count, writer))
    return writer
  }

  private func takeSpare() -> Writer? {
    defer { spare = nil }
    return spare
  }

  /// Returns a writer for values encoded out of turn. Its text is dropped, and the encoding fails.
  func lost() -> Writer {
    session.fail("A container was used while it was not its turn to be written.")
    let writer = Writer(session: session)
    writer.begin(at: path, depth: depth)
    writer.isOwned = false
    return writer
  }

  /// Inserts the text of the last inner writer, if the program has released it.
  @inline(never) func settle() {
    guard var last = pending.popLast() else { return }
    guard last.offset == output.count, Self.isReleased(&last.writer) else { return pending.append(last) }
    last.writer.finish()
    output.append(UnsafeBufferPointer(start: last.writer.output.bytes, count: last.writer.output.count))
    guard last.writer.isWorthKeeping else { return }
    last.writer.clear()
    spare = last.writer
  }

  /// True if the program refers to neither the writer nor a container or a writer of it.
  private static func isReleased(_ writer: inout Writer) -> Bool {
    guard isKnownUniquelyReferenced(&writer), !writer.containers.isUsed(by: writer) else { return false }
    return writer.pending.indices.allSatisfy { isReleased(&writer.pending[$0].writer) }
  }

  /// Drops the inner writers that begin after an offset. The program may refer to them.
  func drop(after offset: Int) {
    session.noteHeldWriter()
    session.releaseContainers()
    pending.removeAll { $0.offset > offset }
  }

  /// Ends the open containers and inserts the text of the inner writers. No container that the program refers to is kept
  /// for reuse then: see `EncodingSession.releaseContainers()`.
  func finish() {
    while !frames.isEmpty { pop() }
    isOwned = false
    guard !pending.isEmpty else { return }
    var merged = Output(capacity: output.count * 2)
    var position = 0
    for index in pending.indices {
      if !isKnownUniquelyReferenced(&pending[index].writer) { session.noteHeldWriter() }
      let (offset, writer) = pending[index]
      writer.finish()
      merged.append(UnsafeBufferPointer(start: output.bytes + position, count: offset - position))
      merged.append(UnsafeBufferPointer(start: writer.output.bytes, count: writer.output.count))
      position = offset
    }
    merged.append(UnsafeBufferPointer(start: output.bytes + position, count: output.count - position))
    pending = []
    output.free()
    output = merged
  }
}
