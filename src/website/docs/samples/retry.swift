// Retries after 429 (rate limit exceeded) or 503 (temporarily unavailable) and waits as long as the
// Retry-After header says. Retrying sooner would only be rejected again.
import Foundation

struct Category: Decodable {
  let category: String
  let count: Int
}

func getWithRetry(_ url: URL, attempts: Int = 5) async throws -> Data {
  let (body, response) = try await URLSession.shared.data(from: url)
  let http = response as! HTTPURLResponse
  if http.statusCode == 200 { return body }
  guard [429, 503].contains(http.statusCode), attempts > 1 else { throw URLError(.badServerResponse) }
  let seconds = Double(http.value(forHTTPHeaderField: "Retry-After") ?? "1") ?? 1
  try await Task.sleep(nanoseconds: UInt64(seconds * 1_000_000_000))
  return try await getWithRetry(url, attempts: attempts - 1)
}

let body = try await getWithRetry(URL(string: "http://localhost:8080/foods/categories")!)
print(try JSONDecoder().decode([Category].self, from: body)[0].category)
