/// The form in which a return type wants its response: the media types to accept, and where the body goes.
///
/// It belongs to a type, so it names no place and no limit. What a transport is asked for is the ``Delivery`` made of it
/// and of the call's options: there the destination of a file is known, and `Accept` is a header field like any other.
public enum ResponseForm: Sendable, Hashable {
  /// Whole, in memory, to be decoded: `Accept` names what the decoder reads.
  case decoded
  /// Whole, in memory, as it is: nothing is said of what is accepted.
  case raw
  /// Chunk by chunk; the media types are what is accepted, none of them for all.
  case streamed(accept: [MediaType])
  /// In a file: where ``RequestOptions/fileDestination`` says, or a temporary one, which then is the caller's.
  case file

  func delivery(to destination: URL?) -> Delivery {
    switch self {
    case .decoded, .raw: .buffered
    case .streamed: .streamed
    case .file: .file(destination)
    }
  }

  func accept(by decoder: any ResponseDecoder) -> String? {
    switch self {
    case .decoded: decoder.accept
    case .streamed(let types): types.isEmpty ? nil : types.map(\.description).joined(separator: ", ")
    case .raw, .file: nil
    }
  }
}
