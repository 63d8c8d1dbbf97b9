// Nutrients in a 30 g portion: value × grams ÷ 100. Unknown values stay unknown.
import java.net.URI
import java.net.http.HttpClient
import java.net.http.HttpRequest
import java.net.http.HttpResponse.BodyHandlers
import kotlin.math.round
import kotlinx.serialization.Serializable
import kotlinx.serialization.json.Json

@Serializable
data class Food(val calories_kcal: Double?, val protein_g: Double?)

fun portion(value: Double?, grams: Double): String =
    if (value == null) "unknown" else (round(value * grams / 100 * 10) / 10).toString()

fun main() {
    val request = HttpRequest.newBuilder(URI("http://localhost:8080/barcode/051500255162")).build()
    val response = HttpClient.newHttpClient().send(request, BodyHandlers.ofString())
    check(response.statusCode() == 200) { response.body() }
    val food = Json { ignoreUnknownKeys = true }.decodeFromString<Food>(response.body())

    println("energy: ${portion(food.calories_kcal, 30.0)} kcal")
    println("protein: ${portion(food.protein_g, 30.0)} g")
}
