/// What decodes or encodes one text after another.
protocol Reusable: AnyObject {
  var containers: RecentContainers<Self> { get }

  /// Ends the use for one text. Returns true if the object may serve for another.
  ///
  /// - Parameter isHeld: whether the program refers to the object, or to a container of it.
  func endUse(isHeld: Bool) -> Bool
}

/// Documents without a text and writers without a value, kept for the next call: for a text of a few hundred bytes, making one
/// takes as long as reading or writing the text.
///
/// Several tasks may decode or encode at a time, each with an object of its own.
final class Pool<Element: Reusable>: Sendable {
  private static var mostElements: Int { 4 }

  private let elements = Locked<[Element]>([])

  /// Returns an object that is kept, or nil if none is.
  func take() -> Element? { elements.withLock { $0.popLast() } }

  /// Ends the use of an object. Keeps the object, unless the program still refers to it.
  ///
  /// A task that put the object back a moment ago may still have a reference, and the object then counts as held.
  func take(back element: inout Element) {
    let isUsed = element.containers.releaseUsed()
    // In a variable of its own: the calls below retain the object, which would then never be unique.
    let isHeld = !isKnownUniquelyReferenced(&element) || isUsed
    guard element.endUse(isHeld: isHeld) else { return }
    elements.withLock { [element] in
      if $0.count < Self.mostElements { $0.append(element) }
    }
  }
}
