/// Writes one JSON value and its containers directly to bytes.
///
/// Values are written in the order in which they are encoded. A nested container or a super encoder, which the program may
/// fill at any time, has its own writer; the text is inserted when the program releases it, or at the end. The writer then
/// serves for the next one.
final class Writer: Reusable {
  /// A value that is being encoded: nothing yet, a scalar, or an open container.
  struct Frame {
    enum State { case empty, scalar, array, object }
    let serial: Int
    var state = State.empty
    var count = 0
    /// Where the hashes of the object's keys begin.
    var keys = 0
  }

  let session: EncodingSession
  @exclusivity(unchecked) var output: Output
  @exclusivity(unchecked) private(set) var frames: ContiguousArray<Frame> = []
  @exclusivity(unchecked) private(set) var path: ContiguousArray<any CodingKey> = []
  @exclusivity(unchecked) private var keyHashes: ContiguousArray<UInt64> = []
  @exclusivity(unchecked) var pending: [(offset: Int, writer: Writer)] = []
  /// The number of open containers, including those around this writer's value.
  @exclusivity(unchecked) private(set) var depth = 0

  /// A writer that has served for a value within this one's.
  @exclusivity(unchecked) var spare: Writer?
  /// True while another object, the call or an outer writer, holds this writer, so that its containers need not.
  @exclusivity(unchecked) var isOwned = false

  /// False if the memory is more than is kept for another text: 64 KiB of output, or 1,024 keys.
  var isWorthKeeping: Bool { output.capacity <= 64 << 10 && keyHashes.capacity <= 1024 }

  /// Makes a writer without a value. `begin(at:depth:)` comes next.
  init(session: EncodingSession, capacity: Int = 64) {
    self.session = session
    output = Output(capacity: capacity)
  }

  deinit { output.free() }

  var containers: RecentContainers<Writer> { session.containers }

  /// Begins a value. Returns the serial number of its frame.
  func begin() -> Int {
    isOwned = true
    return push()
  }

  /// Begins a value within another one, at a path and a depth.
  func begin(at path: ContiguousArray<any CodingKey>, depth: Int) {
    self.path = path
    self.depth = depth
    _ = begin()
  }

  func endUse(isHeld: Bool) -> Bool {
    isOwned = false
    guard !isHeld, session.isReusable, isWorthKeeping else { return false }
    clear()
    spare?.spare = nil
    session.clear()
    return true
  }

  /// Removes the text of a value that has ended.
  func clear() {
    output.cut(to: 0)
    path.removeAll(keepingCapacity: true)
  }

  // MARK: Frames

  @inline(__always) var top: Int { frames.count &- 1 }

  /// Begins a value. Returns the frame's serial number, by which containers know that it is still the innermost.
  @inline(__always) func push() -> Int {
    session.serial &+= 1
    frames.append(Frame(serial: session.serial))
    return session.serial
  }

  /// Ends a value: closes its container, or writes `{}` if nothing was encoded.
  @inline(__always) func pop() {
    settleIfPending()
    guard let frame = frames.popLast() else { return }
    switch frame.state {
    case .scalar: break
    case .empty: output.append("{}")
    case .array:
      depth &-= 1
      output.append(UInt8(ascii: "]"))
    case .object:
      depth &-= 1
      output.append(UInt8(ascii: "}"))
      keyHashes.removeLast(keyHashes.count - frame.keys)
    }
  }

  func isOpen(_ serial: Int) -> Bool { frames.last?.serial == serial }

  func isEmpty(_ serial: Int) -> Bool { isOpen(serial) && frames[top].state == .empty }

  /// Opens a container for the innermost value, or continues the open one of the same kind. Otherwise records an error.
  func open(_ state: Frame.State, serial: Int) {
    guard isOpen(serial), frames[top].state == .empty || frames[top].state == state else {
      return session.fail("A container was requested after another value had been encoded in its place.")
    }
    guard frames[top].state == .empty else { return }
    if depth >= Scanner.deepest - 1 { session.fail("Arrays and objects are nested deeper than 511.") }
    depth &+= 1
    frames[top].state = state
    frames[top].keys = keyHashes.count
    output.append(state == .array ? UInt8(ascii: "[") : UInt8(ascii: "{"))
  }

  @inline(__always) func setScalar() { frames[top].state = .scalar }

  /// Begins an element of the innermost array.
  @inline(__always) func beginElement() {
    if frames[top].count > 0 { output.append(UInt8(ascii: ",")) }
    frames[top].count &+= 1
  }

  /// Begins a member of the innermost object: writes its key, in the style of the settings.
  @inline(__always) func beginMember(_ key: some CodingKey) {
    let name = session.name(of: key, in: self)
    noteKey(name)
    beginMember(name)
  }

  /// Begins a member of the innermost object: writes its key.
  @inline(__always) func beginMember(_ name: String) {
    if frames[top].count > 0 { output.append(UInt8(ascii: ",")) }
    frames[top].count &+= 1
    output.append(quoted: name, escapingSlashes: session.escapesSlashes)
    output.append(UInt8(ascii: ":"))
  }

  /// Checks whether the innermost object may have the key already. If so, the text is rewritten at the end.
  @inline(__always) private func noteKey(_ name: String) {
    guard !session.needsRewriting else { return }
    let hash = KeyBytes.hash(name)
    let first = frames[top].keys
    if keyHashes.count - first > 32 { session.needsRewriting = true }
    for index in first..<keyHashes.count where keyHashes[index] == hash { session.needsRewriting = true }
    keyHashes.append(hash)
  }

  // MARK: Paths

  @inline(__always) func enter(_ key: any CodingKey) { path.append(key) }
  @inline(__always) func leave() { path.removeLast() }

  func path(adding key: (any CodingKey)?) -> [any CodingKey] {
    guard let key else { return Array(path) }
    return Array(path) + [key]
  }

  /// Inserts the text of an inner writer that the program has released.
  @inline(__always) func settleIfPending() {
    if !pending.isEmpty { settle() }
  }

  // MARK: Undoing

  struct Mark {
    fileprivate let bytes: Int
    fileprivate let frame: Frame
    fileprivate let frames: Int
    fileprivate let path: Int
    fileprivate let keys: Int
    fileprivate let depth: Int
  }

  /// Returns the state of the innermost container, before a member or an element begins.
  @inline(__always) func mark() -> Mark {
    settleIfPending()
    return Mark(
      bytes: output.count, frame: frames[top], frames: frames.count, path: path.count, keys: keyHashes.count,
      depth: depth)
  }

  /// Takes back a member or element whose encoding threw.
  func undo(to mark: Mark) {
    output.cut(to: mark.bytes)
    if !pending.isEmpty { drop(after: mark.bytes) }
    frames.removeLast(frames.count - mark.frames)
    frames[top] = mark.frame
    path.removeLast(path.count - mark.path)
    keyHashes.removeLast(keyHashes.count - mark.keys)
    depth = mark.depth
  }
}
