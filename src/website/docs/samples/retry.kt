// Retries after 429 (rate limit exceeded) or 503 (temporarily unavailable) and waits as long as the
// Retry-After header says. Retrying sooner would only be rejected again.
import java.net.URI
import java.net.http.HttpClient
import java.net.http.HttpRequest
import java.net.http.HttpResponse.BodyHandlers
import kotlinx.serialization.Serializable
import kotlinx.serialization.json.Json

@Serializable
data class Category(val category: String, val count: Long)

val client: HttpClient = HttpClient.newHttpClient()

tailrec fun getWithRetry(url: String, attempts: Int = 5): String {
    val response = client.send(HttpRequest.newBuilder(URI(url)).build(), BodyHandlers.ofString())
    if (response.statusCode() == 200) return response.body()
    check(response.statusCode() in setOf(429, 503) && attempts > 1) { response.body() }
    val seconds = response.headers().firstValue("Retry-After").map { it.toLong() }.orElse(1)
    Thread.sleep(seconds * 1000)
    return getWithRetry(url, attempts - 1)
}

fun main() {
    val categories = Json.decodeFromString<List<Category>>(getWithRetry("http://localhost:8080/foods/categories"))
    println(categories[0].category)
}
