/// A binary heap, whose first element is the smallest.
package struct Heap<Element: Comparable> {
  @usableFromInline var elements: [Element] = []

  /// Creates an empty heap.
  @inlinable package init() {}

  @inlinable package var count: Int { elements.count }

  @inlinable package var first: Element? { elements.first }

  @inlinable package mutating func insert(_ element: Element) {
    elements.append(element)
    var child = elements.count - 1
    while child > 0, elements[child] < elements[(child - 1) / 2] {
      elements.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  @inlinable package mutating func removeFirst() {
    elements.swapAt(0, elements.count - 1)
    elements.removeLast()
    var parent = 0
    while let child = smallerChild(of: parent), elements[child] < elements[parent] {
      elements.swapAt(parent, child)
      parent = child
    }
  }

  @inlinable package mutating func removeAll(where isGone: (Element) -> Bool) {
    // A sorted array is a heap as well.
    elements = elements.filter { !isGone($0) }.sorted()
  }

  @inlinable package mutating func removeAll() { elements.removeAll(keepingCapacity: elements.count < 128) }

  @inlinable func smallerChild(of parent: Int) -> Int? {
    let (left, right) = (2 * parent + 1, 2 * parent + 2)
    guard left < elements.count else { return nil }
    return right < elements.count && elements[right] < elements[left] ? right : left
  }
}

extension Heap: Sendable where Element: Sendable {}
