// Asks again when the limit is used up (429) or the service is away for a moment (503), after the
// time that Retry-After says. Not sooner: that would only be refused again.
import java.net.URI
import java.net.http.HttpClient
import java.net.http.HttpRequest
import java.net.http.HttpResponse.BodyHandlers
import kotlinx.serialization.Serializable
import kotlinx.serialization.json.Json

@Serializable
data class Category(val category: String, val count: Long)

val client: HttpClient = HttpClient.newHttpClient()

tailrec fun ask(address: String, tries: Int = 5): String {
    val answer = client.send(HttpRequest.newBuilder(URI(address)).build(), BodyHandlers.ofString())
    if (answer.statusCode() == 200) return answer.body()
    check(answer.statusCode() in setOf(429, 503) && tries > 1) { answer.body() }
    val seconds = answer.headers().firstValue("Retry-After").map { it.toLong() }.orElse(1)
    Thread.sleep(seconds * 1000)
    return ask(address, tries - 1)
}

fun main() {
    val categories = Json.decodeFromString<List<Category>>(ask("http://localhost:8080/foods/categories"))
    println(categories[0].category)
}
