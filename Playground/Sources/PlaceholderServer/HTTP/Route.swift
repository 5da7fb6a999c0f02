import Foundation

/// The resource that a path names.
enum Route: Sendable, Hashable {
  /// `/`
  case index
  /// `/todos`
  case list(Resource)
  /// `/todos/events`: the changes of a collection
  case events(Resource)
  /// `/todos/1`
  case item(Resource, id: String)
  /// `/users/1/todos`
  case nested(Resource, in: Resource, id: String)

  /// - Parameter percentEncodedPath: The path as received. An escaped slash does not separate segments.
  init?(percentEncodedPath: String) {
    let encoded = percentEncodedPath.split(separator: "/")
    let segments = encoded.compactMap(\.removingPercentEncoding)
    guard segments.count == encoded.count else { return nil }
    let resource = segments.first.flatMap(Resource.init)
    switch (segments.count, resource) {
    case (0, _): self = .index
    case (1, let resource?): self = .list(resource)
    case (2, let resource?) where segments[1] == "events": self = .events(resource)
    case (2, let resource?): self = .item(resource, id: segments[1])
    case (3, let resource?):
      guard let child = Resource(rawValue: segments[2]), resource.children.contains(child) else { return nil }
      self = .nested(child, in: resource, id: segments[1])
    default: return nil
    }
  }
}
