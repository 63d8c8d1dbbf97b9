// Nutrients in a 30 g portion: value × grams ÷ 100. Unknown values stay unknown.
import Foundation

struct Food: Decodable {
  let calories_kcal: Double?
  let protein_g: Double?
}

func portion(_ value: Double?, grams: Double) -> String {
  guard let value else { return "unknown" }
  return String((value * grams / 100 * 10).rounded() / 10)
}

let url = URL(string: "http://localhost:8080/barcode/051500255162")!
let (body, _) = try await URLSession.shared.data(from: url)
let food = try JSONDecoder().decode(Food.self, from: body)

print("energy: \(portion(food.calories_kcal, grams: 30)) kcal")
print("protein: \(portion(food.protein_g, grams: 30)) g")
