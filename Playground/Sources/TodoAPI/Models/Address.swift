/// The postal address of a user.
public struct Address: Codable, Hashable, Sendable {
  /// The street.
  public var street: String
  /// The number of the apartment or suite.
  public var suite: String
  /// The town.
  public var city: String
  /// The postal code.
  public var zipcode: String
  /// The coordinates of the address.
  public var geo: Geo

  /// Coordinates. The server sends the numbers as text.
  public struct Geo: Codable, Hashable, Sendable {
    /// The latitude in degrees, north positive.
    public var lat: String
    /// The longitude in degrees, east positive.
    public var lng: String
  }
}
