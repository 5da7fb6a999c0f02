/// A binary heap: the smallest element stands first.
struct Heap<Element: Comparable> {
  private var elements: [Element] = []

  var count: Int { elements.count }

  var first: Element? { elements.first }

  mutating func insert(_ element: Element) {
    elements.append(element)
    var child = elements.count - 1
    while child > 0, elements[child] < elements[(child - 1) / 2] {
      elements.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  mutating func removeFirst() {
    elements.swapAt(0, elements.count - 1)
    elements.removeLast()
    var parent = 0
    while let child = smallerChild(of: parent), elements[child] < elements[parent] {
      elements.swapAt(parent, child)
      parent = child
    }
  }

  mutating func removeAll(where isGone: (Element) -> Bool) {
    // In order they are a heap as well.
    elements = elements.filter { !isGone($0) }.sorted()
  }

  mutating func removeAll() { elements.removeAll(keepingCapacity: elements.count < 128) }

  private func smallerChild(of parent: Int) -> Int? {
    let (left, right) = (2 * parent + 1, 2 * parent + 2)
    guard left < elements.count else { return nil }
    return right < elements.count && elements[right] < elements[left] ? right : left
  }
}
