// Asks again when the limit is used up (429) or the service is away for a moment (503), after the
// time that Retry-After says. Not sooner: that would only be refused again.
import Foundation

struct Category: Decodable {
  let category: String
  let count: Int
}

func ask(_ address: URL, tries: Int = 5) async throws -> Data {
  let (body, response) = try await URLSession.shared.data(from: address)
  let answer = response as! HTTPURLResponse
  if answer.statusCode == 200 { return body }
  guard [429, 503].contains(answer.statusCode), tries > 1 else { throw URLError(.badServerResponse) }
  let seconds = Double(answer.value(forHTTPHeaderField: "Retry-After") ?? "1") ?? 1
  try await Task.sleep(nanoseconds: UInt64(seconds * 1_000_000_000))
  return try await ask(address, tries: tries - 1)
}

let body = try await ask(URL(string: "http://localhost:8080/foods/categories")!)
print(try JSONDecoder().decode([Category].self, from: body)[0].category)
