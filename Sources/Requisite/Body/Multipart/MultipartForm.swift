/// A form of several parts, each with a type of its own: `multipart/form-data` (RFC 7578).
///
/// ```swift
/// struct UploadPhoto: Request {
///   typealias ReturnType = Photo
///   let path = "/photos"
///   let method = HTTPMethod.post
///   let body: MultipartForm
/// }
/// UploadPhoto(body: [.text("title", "Holiday"), .json("meta", meta), .file("photo", url)])
/// ```
/// A form with a file part is sent as a stream of known length, which reads the files while it is sent and can be
/// sent again; any other is put together in memory. Files are looked at when the request is built: one that is
/// missing, no regular file or not readable is a ``NetworkRequestError/invalidRequest(_:)``. One whose length changes
/// while it is sent fails the call.
public struct MultipartForm: Sendable {
  /// The parts, in the order in which they are sent.
  public var parts: [Part]
  /// What stands between the parts. It must not occur in them.
  public let boundary: String

  /// Makes a form of parts.
  ///
  /// - Parameter boundary: 1 to 70 characters that RFC 2046 §5.1.1 allows; 128 random bits by default. It is checked
  ///   when a request is built, and looked for in the parts that are in memory.
  public init(_ parts: [Part] = [], boundary: String = MultipartBoundary.random()) {
    self.parts = parts
    self.boundary = boundary
  }

  /// The first part of that name.
  public subscript(name: String) -> Part? {
    parts.first { $0.name == name }
  }

  /// The parts of that name, in their order.
  public func parts(named name: String) -> [Part] {
    parts.filter { $0.name == name }
  }

  /// Adds a part behind the others.
  public mutating func append(_ part: Part) {
    parts.append(part)
  }
}

extension MultipartForm: ExpressibleByArrayLiteral {
  /// Makes a form of parts, with a random boundary.
  public init(arrayLiteral parts: Part...) {
    self.init(parts)
  }
}
