// Looks up a food by barcode. The API returns 404 for an unknown barcode.
import java.net.URI
import java.net.http.HttpClient
import java.net.http.HttpRequest
import java.net.http.HttpResponse.BodyHandlers
import kotlinx.serialization.Serializable
import kotlinx.serialization.json.Json

@Serializable
data class Food(val id: Long, val name: String, val barcode: String?)

val client: HttpClient = HttpClient.newHttpClient()
val json = Json { ignoreUnknownKeys = true }

fun foodWithBarcode(code: String): Food? {
    val digits = code.filter(Char::isDigit)
    val request = HttpRequest.newBuilder(URI("http://localhost:8080/barcode/$digits")).build()
    val response = client.send(request, BodyHandlers.ofString())
    return when (response.statusCode()) {
        200 -> json.decodeFromString<Food>(response.body())
        404 -> null
        else -> error(response.body())
    }
}

fun main() {
    val food = foodWithBarcode("051500255162")
    println(if (food == null) "Barcode not found." else "${food.name} (${food.barcode})")
}
