// Looks up a food by barcode. The API returns 404 for an unknown barcode.
import Foundation

struct Food: Decodable {
  let id: Int
  let name: String
  let barcode: String?
}

func food(withBarcode code: String) async throws -> Food? {
  let digits = code.filter(\.isNumber)
  let url = URL(string: "http://localhost:8080/barcode/\(digits)")!
  let (body, response) = try await URLSession.shared.data(from: url)
  switch (response as! HTTPURLResponse).statusCode {
  case 200: return try JSONDecoder().decode(Food.self, from: body)
  case 404: return nil
  default: throw URLError(.badServerResponse)
  }
}

if let food = try await food(withBarcode: "051500255162") {
  print("\(food.name) (\(food.barcode ?? "no barcode"))")
} else {
  print("Barcode not found.")
}
