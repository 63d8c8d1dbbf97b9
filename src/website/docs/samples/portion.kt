// What 30 g of a food hold: value × grams ÷ 100. What is unknown stays unknown.
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
    val request = HttpRequest.newBuilder(URI("http://localhost:8080/barcode/015887170128")).build()
    val answer = HttpClient.newHttpClient().send(request, BodyHandlers.ofString())
    check(answer.statusCode() == 200) { answer.body() }
    val food = Json { ignoreUnknownKeys = true }.decodeFromString<Food>(answer.body())

    println("energy: ${portion(food.calories_kcal, 30.0)} kcal")
    println("protein: ${portion(food.protein_g, 30.0)} g")
}
