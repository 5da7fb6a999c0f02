/// Numbers by their value, everything else by its text.
enum NaturalOrder {
  static func precedes(_ left: String, _ right: String) -> Bool {
    guard let leftNumber = Double(left), let rightNumber = Double(right) else { return left < right }
    return leftNumber < rightNumber
  }
}
