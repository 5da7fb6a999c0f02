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
    insertReleasedIfPending()
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
  @inline(__always) func insertReleasedIfPending() {
    if !pending.isEmpty { insertReleasedWriter() }
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
    insertReleasedIfPending()
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

/// Writes values of all kinds at the writer's position.
extension Writer {
  /// Writes a value in a frame of its own, as an element or a member.
  func writeValue<T: Encodable>(_ value: T, at key: @autoclosure () -> any CodingKey) throws {
    let known = session.types.find(T.self)
    switch known.kind {
    case .string: return write(cast(value, String.self))
    case .int: return output.append(integer: cast(value, Int.self))
    case .bool: return write(cast(value, Bool.self))
    case .double: return try write(cast(value, Double.self), at: key())
    default: break
    }
    enter(key())
    let frame = push()
    try write(value, in: frame, known)
    pop()
    leave()
  }

  /// Writes a value as the value of the frame.
  func write<T: Encodable>(_ value: T, in frame: Int) throws {
    try write(value, in: frame, session.types.find(T.self))
  }

  private func write<T: Encodable>(
    _ value: T, in frame: Int, _ known: RecentTypes<any WritableCollection.Type>.Entry
  ) throws {
    switch known.kind {
    case .other: try value.encode(to: ValueEncoder(writer: self, frame: frame))
    case .collection: try writeCollection(value, in: frame, known.collection)
    case .date: try write(cast(value, Date.self), in: frame)
    case .data: try write(cast(value, Data.self), in: frame)
    case .string: try scalar(in: frame) { write(cast(value, String.self)) }
    case .int: try scalar(in: frame) { output.append(integer: cast(value, Int.self)) }
    case .bool: try scalar(in: frame) { write(cast(value, Bool.self)) }
    case .double: try scalar(in: frame) { try write(cast(value, Double.self), at: nil) }
    case .url: try scalar(in: frame) { write(cast(value, URL.self).absoluteString) }
    case .decimal: try scalar(in: frame) { try write(cast(value, Decimal.self)) }
    }
  }

  @inline(__always) private func cast<T, Value>(_ value: T, _ type: Value.Type) -> Value {
    unsafeBitCast(value, to: type)
  }

  private func writeCollection<T>(_ value: T, in frame: Int, _ type: (any WritableCollection.Type)?) throws {
    func write<C: WritableCollection>(_ type: C.Type) throws {
      try cast(value, type).write(to: self, in: frame)
    }
    if let type { try write(type) }
  }

  /// Writes a scalar as the value of a frame.
  @inline(__always) func scalar(in frame: Int, _ body: () throws -> Void) throws {
    guard isOpen(frame), frames[top].state == .empty else {
      throw EncodingError.invalid(
        frames.count, at: path, "A second value was encoded where one is expected.")
    }
    try body()
    setScalar()
  }

  /// Writes `{}` as the value of a frame in which nothing was encoded.
  func writeEmptyIfNothing(in frame: Int) throws {
    if isEmpty(frame) { try scalar(in: frame) { output.append("{}") } }
  }

  // MARK: Scalars

  @inline(__always) func write(_ value: String) {
    output.append(quoted: value, escapingSlashes: session.escapesSlashes)
  }

  @inline(__always) func write(_ value: Bool) {
    if value { output.append("true") } else { output.append("false") }
  }

  /// Writes a number. Infinity and NaN are written as the settings say, or throw an error with the path and the key.
  @inline(__always)
  func write<F: BinaryFloatingPoint & TextOutputStreamable>(
    _ value: F, at key: @autoclosure () -> (any CodingKey)?
  ) throws {
    guard value.isFinite else { return try writeNonConforming(value, at: key()) }
    output.append(number: value)
  }

  @inline(never) private func writeNonConforming(_ value: some BinaryFloatingPoint, at key: (any CodingKey)?)
    throws
  {
    guard case .strings(let infinity, let minusInfinity, let nan) = session.coding.nonConformingFloats else {
      throw nonConforming("number \(value): set `nonConformingFloats`", value, at: key)
    }
    write(value.isNaN ? nan : value > 0 ? infinity : minusInfinity)
  }

  func nonConforming(_ name: String, _ value: Any, at key: (any CodingKey)?) -> EncodingError {
    .invalid(value, at: path(adding: key), "JSON cannot represent the \(name).")
  }

  private func write(_ value: Decimal) throws {
    guard value.isFinite else {
      throw nonConforming("number \(value)", value, at: nil)
    }
    output.append(ascii: value.description)
  }

  private func write(_ value: Date, in frame: Int) throws {
    switch session.coding.dates {
    case .deferredToDate: try scalar(in: frame) { try write(value.timeIntervalSinceReferenceDate, at: nil) }
    case .secondsSince1970: try write(seconds: value.timeIntervalSince1970, in: frame)
    case .millisecondsSince1970: try write(seconds: value.timeIntervalSince1970 * 1000, in: frame)
    case .iso8601: try scalar(in: frame) { write(value.formatted(.iso8601)) }
    case .custom(_, let encode):
      try encode(value, ValueEncoder(writer: self, frame: frame))
      try writeEmptyIfNothing(in: frame)
    }
  }

  /// Writes a time. Infinity and NaN are errors, whatever the settings say of numbers, as in Foundation.
  private func write(seconds value: Double, in frame: Int) throws {
    guard value.isFinite else { throw nonConforming("time \(value)", value, at: nil) }
    try scalar(in: frame) { output.append(number: value) }
  }

  private func write(_ value: Data, in frame: Int) throws {
    switch session.coding.data {
    case .base64: try scalar(in: frame) { write(value.base64EncodedString()) }
    case .deferredToData: try value.encode(to: ValueEncoder(writer: self, frame: frame))
    case .custom(_, let encode):
      try encode(value, ValueEncoder(writer: self, frame: frame))
      try writeEmptyIfNothing(in: frame)
    }
  }
}
