// Prints name, brand and energy of the top five results for "whole milk". Kotlin with kotlinx-serialization.
import java.net.URI
import java.net.URLEncoder
import java.net.http.HttpClient
import java.net.http.HttpRequest
import java.net.http.HttpResponse.BodyHandlers
import kotlinx.serialization.Serializable
import kotlinx.serialization.json.Json

@Serializable
data class Food(val id: Long, val name: String, val brand: String?, val calories_kcal: Double?)

fun main() {
    val query = URLEncoder.encode("whole milk", Charsets.UTF_8)
    val request = HttpRequest.newBuilder(URI("http://localhost:8080/search?q=$query&limit=5")).build()
    val response = HttpClient.newHttpClient().send(request, BodyHandlers.ofString())
    check(response.statusCode() == 200) { response.body() }

    val json = Json { ignoreUnknownKeys = true }
    for (food in json.decodeFromString<List<Food>>(response.body())) {
        println("${food.name}, ${food.brand ?: "no brand"}: ${food.calories_kcal ?: "unknown"} kcal")
    }
}
