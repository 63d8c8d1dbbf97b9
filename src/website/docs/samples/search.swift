// Prints name, brand and energy of the top five results for "whole milk". Swift 5.7 and later.
import Foundation

struct Food: Decodable {
  let id: Int
  let name: String
  let brand: String?
  let calories_kcal: Double?
}

var components = URLComponents(string: "http://localhost:8080/search")!
components.queryItems = [
  URLQueryItem(name: "q", value: "whole milk"),
  URLQueryItem(name: "limit", value: "5"),
]
let (body, _) = try await URLSession.shared.data(from: components.url!)

for food in try JSONDecoder().decode([Food].self, from: body) {
  let energy = food.calories_kcal.map { "\($0)" } ?? "unknown"
  print("\(food.name), \(food.brand ?? "no brand"): \(energy) kcal")
}
