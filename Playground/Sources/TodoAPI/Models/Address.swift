/// The postal address of a user.
public struct Address: Codable, Hashable, Sendable {
  /// The street.
  public var street: String
  /// The door.
  public var suite: String
  /// The town.
  public var city: String
  /// The postal code.
  public var zipcode: String
  /// The place on the globe.
  public var geo: Geo

  /// A place on the globe. The server has the numbers as texts.
  public struct Geo: Codable, Hashable, Sendable {
    /// The latitude in degrees, north positive.
    public var lat: String
    /// The longitude in degrees, east positive.
    public var lng: String
  }
}
