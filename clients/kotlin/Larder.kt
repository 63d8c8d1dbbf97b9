// To parse the JSON, install kotlin's serialization plugin and do:
//
// val json                    = Json { allowStructuredMapKeys = true }
// val food                    = json.parse(Food.serializer(), jsonString)
// val categoryCount           = json.parse(CategoryCount.serializer(), jsonString)
// val suggestion              = json.parse(Suggestion.serializer(), jsonString)
// val health                  = json.parse(Health.serializer(), jsonString)
// val errorResponse           = json.parse(ErrorResponse.serializer(), jsonString)
// val validationErrorResponse = json.parse(ValidationErrorResponse.serializer(), jsonString)

package larder

import kotlinx.serialization.*
import kotlinx.serialization.json.*
import kotlinx.serialization.descriptors.*
import kotlinx.serialization.encoding.*

@Serializable
data class Food (
    /**
     * EAN-13 (UPC-A with a leading zero) or EAN-8
     */
    val barcode: String? = null,

    /**
     * Brand, when known
     */
    val brand: String? = null,

    /**
     * Energy in kcal per 100 g; null is unknown, never zero
     */
    @SerialName("calories_kcal")
    val caloriesKcal: Double? = null,

    /**
     * Carbohydrates in grams per 100 g; null is unknown, never zero
     */
    @SerialName("carbs_g")
    val carbsG: Double? = null,

    /**
     * Category name
     */
    val category: String? = null,

    /**
     * Cholesterol in milligrams per 100 g; null is unknown, never zero
     */
    @SerialName("cholesterol_mg")
    val cholesterolMg: Double? = null,

    /**
     * How far the data can be trusted
     */
    val confidence: Double,

    /**
     * Fat in grams per 100 g; null is unknown, never zero
     */
    @SerialName("fat_g")
    val fatG: Double? = null,

    /**
     * Fibre in grams per 100 g; null is unknown, never zero
     */
    @SerialName("fiber_g")
    val fiberG: Double? = null,

    /**
     * Stable identifier
     */
    val id: Long,

    /**
     * Address of the small product image
     */
    @SerialName("image_thumb_url")
    val imageThumbURL: String? = null,

    /**
     * Address of the product image
     */
    @SerialName("image_url")
    val imageURL: String? = null,

    /**
     * Product name
     */
    val name: String,

    /**
     * Potassium in milligrams per 100 g; null is unknown, never zero
     */
    @SerialName("potassium_mg")
    val potassiumMg: Double? = null,

    /**
     * Protein in grams per 100 g; null is unknown, never zero
     */
    @SerialName("protein_g")
    val proteinG: Double? = null,

    /**
     * Saturated fat in grams per 100 g; null is unknown, never zero
     */
    @SerialName("saturated_fat_g")
    val saturatedFatG: Double? = null,

    /**
     * The serving in words, such as 1 slice
     */
    @SerialName("serving_desc")
    val servingDesc: String? = null,

    /**
     * One serving in grams
     */
    @SerialName("serving_size_g")
    val servingSizeG: Double? = null,

    /**
     * Sodium in milligrams per 100 g; null is unknown, never zero
     */
    @SerialName("sodium_mg")
    val sodiumMg: Double? = null,

    /**
     * Where the data comes from: off, usda, bls, ciqual, cofid, swiss, community, ai_estimate;
     * later versions may add others. ai_estimate is a labelled AI estimate
     */
    val source: String,

    /**
     * Path of the food's page on the website
     */
    @SerialName("static_url")
    val staticURL: String? = null,

    /**
     * Sugar in grams per 100 g; null is unknown, never zero
     */
    @SerialName("sugar_g")
    val sugarG: Double? = null
)

@Serializable
data class CategoryCount (
    /**
     * Category name
     */
    val category: String,

    /**
     * Number of foods, including those of child categories
     */
    val count: Long
)

@Serializable
data class Suggestion (
    /**
     * The food that it names; null if it is not one food
     */
    @SerialName("food_id")
    val foodID: Long? = null,

    /**
     * To search for when it is chosen
     */
    val query: String,

    /**
     * To show
     */
    val text: String
)

@Serializable
data class Health (
    /**
     * Number of foods in the catalog
     */
    @SerialName("foods_in_db")
    val foodsInDB: Long,

    /**
     * ok
     */
    val status: String
)

@Serializable
data class ErrorResponse (
    /**
     * What went wrong
     */
    val detail: String
)

@Serializable
data class ValidationErrorResponse (
    val detail: List<ValidationIssue>
)

@Serializable
data class ValidationIssue (
    /**
     * What was expected, such as the minimum length: texts and numbers by name
     */
    val ctx: JsonObject? = null,

    /**
     * The value as sent: a string for parameters, any JSON for body fields, null when missing
     */
    val input: JsonElement?,

    /**
     * path, query or body, then the name of the parameter or field
     */
    val loc: List<String>,

    /**
     * What is wrong, for people
     */
    val msg: String,

    /**
     * Error type, such as string_too_short or int_parsing
     */
    val type: String
)
