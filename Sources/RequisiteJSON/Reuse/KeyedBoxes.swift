/// Whether the keyed containers of the standard library are one reference to a box, as they have been since Swift 4.
/// Otherwise no container is reused.
enum KeyedBoxes {
  static let areReferences: Bool = {
    let reader = PlaceOfContainer<Document, Void>(Document(), node: 0, isHeld: true)
    let decoding = KeyedDecodingContainer(KeyedReader<JSONKey>(place: reader))
    let writer = PlaceOfContainer<Writer, Void>(Writer(session: EncodingSession()), node: 0, isHeld: true)
    let encoding = KeyedEncodingContainer(KeyedWriter<JSONKey>(place: writer))
    return isReference(decoding, to: "_KeyedDecodingContainerBox")
      && isReference(encoding, to: "_KeyedEncodingContainerBox")
  }()

  private static func isReference<Container>(_ container: Container, to name: String) -> Bool {
    guard MemoryLayout<Container>.size == MemoryLayout<AnyObject>.size else { return false }
    let children = Mirror(reflecting: container).children
    guard children.count == 1, let box = children.first?.value else { return false }
    return "\(Swift.type(of: box))".hasPrefix(name)
  }
}
