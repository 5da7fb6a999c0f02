/// An order that compares numbers by value, and everything else as text.
enum NaturalOrder {
  static func precedes(_ left: String, _ right: String) -> Bool {
    guard let leftNumber = Double(left), let rightNumber = Double(right) else { return left < right }
    return leftNumber < rightNumber
  }
}
