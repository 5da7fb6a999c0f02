import Foundation
import Requisite

/// The forecast of a place, as the service sends it: `{"daily": {"days": [{"date": …, "temp_max": 21.5}]}}`.
nonisolated struct Forecast: Codable, Sendable, Equatable {
  let date: Date
  let tempMax: Double
}

struct FindForecast: Request {
  typealias ReturnType = [Forecast]
  let place: String
  let days: Int
  let path = "/v1/forecast"
  var queryParams: QueryParams { ["place": place, "days": days, "units": Units.metric] }
  let keyPath = "daily.days"
  let options = RequestOptions(timeout: .seconds(10), deadline: .seconds(20))
}

enum Units: String, QueryValue { case metric, imperial }

/// What a view of the weather shows.
@MainActor final class WeatherModel {
  private(set) var days: [Forecast] = []
  private(set) var message: String?
  private var loading: Task<Void, Never>?
  private let client: APIClient

  init(client: APIClient) { self.client = client }

  static func live(key: String) -> WeatherModel {
    WeatherModel(
      client: APIClient(
        baseURL: "https://weather.example.com", json: JSONCoding(keys: .snakeCase, dates: .iso8601),
        credentials: Credentials { ["X-Api-Key": key] }, stack: StandardStack()))
  }

  func load(_ place: String) {
    loading?.cancel()
    loading = Task {
      do {
        days = try await client.dispatch(FindForecast(place: place, days: 5))
        message = nil
      } catch .cancelled {
        // Another place was chosen.
      } catch .notFound {
        message = "No place is called \(place)."
      } catch {
        message = NetworkRequestError(error).userMessage
      }
    }
  }

  func loaded() async { await loading?.value }
}
