// The food with this barcode, or null: a code that nobody has is 404.
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
    val answer = client.send(request, BodyHandlers.ofString())
    return when (answer.statusCode()) {
        200 -> json.decodeFromString<Food>(answer.body())
        404 -> null
        else -> error(answer.body())
    }
}

fun main() {
    val food = foodWithBarcode("015887170128")
    println(if (food == null) "No food has this barcode." else "${food.name} (${food.barcode})")
}
