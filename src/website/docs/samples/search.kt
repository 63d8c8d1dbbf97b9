// Name, brand and energy of the five best foods for "whole milk". Kotlin with kotlinx-serialization.
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
    val answer = HttpClient.newHttpClient().send(request, BodyHandlers.ofString())
    check(answer.statusCode() == 200) { answer.body() }

    val json = Json { ignoreUnknownKeys = true }
    for (food in json.decodeFromString<List<Food>>(answer.body())) {
        println("${food.name}, ${food.brand ?: "no brand"}: ${food.calories_kcal ?: "unknown"} kcal")
    }
}
