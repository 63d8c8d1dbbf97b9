// The food with this barcode, or nil: a code that nobody has is 404.
import Foundation

struct Food: Decodable {
  let id: Int
  let name: String
  let barcode: String?
}

func food(withBarcode code: String) async throws -> Food? {
  let digits = code.filter(\.isNumber)
  let address = URL(string: "http://localhost:8080/barcode/\(digits)")!
  let (body, response) = try await URLSession.shared.data(from: address)
  switch (response as! HTTPURLResponse).statusCode {
  case 200: return try JSONDecoder().decode(Food.self, from: body)
  case 404: return nil
  default: throw URLError(.badServerResponse)
  }
}

if let food = try await food(withBarcode: "015887170128") {
  print("\(food.name) (\(food.barcode ?? "no barcode"))")
} else {
  print("No food has this barcode.")
}
