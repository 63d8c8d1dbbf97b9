// This file was generated from JSON Schema using quicktype, do not modify it directly.
// To parse the JSON, add this file to your project and do:
//
//   let food = try? JSONDecoder().decode(Food.self, from: jsonData)
//   let categoryCount = try? JSONDecoder().decode(CategoryCount.self, from: jsonData)
//   let suggestion = try? JSONDecoder().decode(Suggestion.self, from: jsonData)
//   let health = try? JSONDecoder().decode(Health.self, from: jsonData)
//   let errorResponse = try? JSONDecoder().decode(ErrorResponse.self, from: jsonData)
//   let validationErrorResponse = try? JSONDecoder().decode(ValidationErrorResponse.self, from: jsonData)

import Foundation

// MARK: - Food
public struct Food: Codable {
    /// EAN-13 (UPC-A with a leading zero) or EAN-8
    public let barcode: String?
    /// Brand, when known
    public let brand: String?
    /// Energy in kcal per 100 g; null is unknown, never zero
    public let caloriesKcal: Double?
    /// Carbohydrates in grams per 100 g; null is unknown, never zero
    public let carbsG: Double?
    /// Category name
    public let category: String?
    /// Cholesterol in milligrams per 100 g; null is unknown, never zero
    public let cholesterolMg: Double?
    /// How far the data can be trusted
    public let confidence: Double
    /// Fat in grams per 100 g; null is unknown, never zero
    public let fatG: Double?
    /// Fibre in grams per 100 g; null is unknown, never zero
    public let fiberG: Double?
    /// Stable identifier
    public let id: Int
    /// Address of the small product image
    public let imageThumbURL: String?
    /// Address of the product image
    public let imageURL: String?
    /// Product name
    public let name: String
    /// Potassium in milligrams per 100 g; null is unknown, never zero
    public let potassiumMg: Double?
    /// Protein in grams per 100 g; null is unknown, never zero
    public let proteinG: Double?
    /// Saturated fat in grams per 100 g; null is unknown, never zero
    public let saturatedFatG: Double?
    /// The serving in words, such as 1 slice
    public let servingDesc: String?
    /// One serving in grams
    public let servingSizeG: Double?
    /// Sodium in milligrams per 100 g; null is unknown, never zero
    public let sodiumMg: Double?
    /// Where the data comes from: off, usda, bls, ciqual, cofid, swiss, community, ai_estimate;
    /// later versions may add others. ai_estimate is a labelled AI estimate
    public let source: String
    /// Path of the food's page on the website
    public let staticURL: String?
    /// Sugar in grams per 100 g; null is unknown, never zero
    public let sugarG: Double?

    public enum CodingKeys: String, CodingKey {
        case barcode = "barcode"
        case brand = "brand"
        case caloriesKcal = "calories_kcal"
        case carbsG = "carbs_g"
        case category = "category"
        case cholesterolMg = "cholesterol_mg"
        case confidence = "confidence"
        case fatG = "fat_g"
        case fiberG = "fiber_g"
        case id = "id"
        case imageThumbURL = "image_thumb_url"
        case imageURL = "image_url"
        case name = "name"
        case potassiumMg = "potassium_mg"
        case proteinG = "protein_g"
        case saturatedFatG = "saturated_fat_g"
        case servingDesc = "serving_desc"
        case servingSizeG = "serving_size_g"
        case sodiumMg = "sodium_mg"
        case source = "source"
        case staticURL = "static_url"
        case sugarG = "sugar_g"
    }

    public init(barcode: String?, brand: String?, caloriesKcal: Double?, carbsG: Double?, category: String?, cholesterolMg: Double?, confidence: Double, fatG: Double?, fiberG: Double?, id: Int, imageThumbURL: String?, imageURL: String?, name: String, potassiumMg: Double?, proteinG: Double?, saturatedFatG: Double?, servingDesc: String?, servingSizeG: Double?, sodiumMg: Double?, source: String, staticURL: String?, sugarG: Double?) {
        self.barcode = barcode
        self.brand = brand
        self.caloriesKcal = caloriesKcal
        self.carbsG = carbsG
        self.category = category
        self.cholesterolMg = cholesterolMg
        self.confidence = confidence
        self.fatG = fatG
        self.fiberG = fiberG
        self.id = id
        self.imageThumbURL = imageThumbURL
        self.imageURL = imageURL
        self.name = name
        self.potassiumMg = potassiumMg
        self.proteinG = proteinG
        self.saturatedFatG = saturatedFatG
        self.servingDesc = servingDesc
        self.servingSizeG = servingSizeG
        self.sodiumMg = sodiumMg
        self.source = source
        self.staticURL = staticURL
        self.sugarG = sugarG
    }
}

// MARK: - CategoryCount
public struct CategoryCount: Codable {
    /// Category name
    public let category: String
    /// Number of foods, including those of child categories
    public let count: Int

    public enum CodingKeys: String, CodingKey {
        case category = "category"
        case count = "count"
    }

    public init(category: String, count: Int) {
        self.category = category
        self.count = count
    }
}

// MARK: - Suggestion
public struct Suggestion: Codable {
    /// The food that it names; null if it is not one food
    public let foodID: Int?
    /// To search for when it is chosen
    public let query: String
    /// To show
    public let text: String

    public enum CodingKeys: String, CodingKey {
        case foodID = "food_id"
        case query = "query"
        case text = "text"
    }

    public init(foodID: Int?, query: String, text: String) {
        self.foodID = foodID
        self.query = query
        self.text = text
    }
}

// MARK: - Health
public struct Health: Codable {
    /// Number of foods in the catalog
    public let foodsInDB: Int
    /// ok
    public let status: String

    public enum CodingKeys: String, CodingKey {
        case foodsInDB = "foods_in_db"
        case status = "status"
    }

    public init(foodsInDB: Int, status: String) {
        self.foodsInDB = foodsInDB
        self.status = status
    }
}

// MARK: - ErrorResponse
public struct ErrorResponse: Codable {
    /// What went wrong
    public let detail: String

    public enum CodingKeys: String, CodingKey {
        case detail = "detail"
    }

    public init(detail: String) {
        self.detail = detail
    }
}

// MARK: - ValidationErrorResponse
public struct ValidationErrorResponse: Codable {
    public let detail: [ValidationIssue]

    public enum CodingKeys: String, CodingKey {
        case detail = "detail"
    }

    public init(detail: [ValidationIssue]) {
        self.detail = detail
    }
}

// MARK: - ValidationIssue
public struct ValidationIssue: Codable {
    /// What was expected, such as the minimum length: texts and numbers by name
    public let ctx: [String: JSONAny]?
    /// The value as sent: a string for parameters, any JSON for body fields, null when missing
    public let input: JSONAny
    /// path, query or body, then the name of the parameter or field
    public let loc: [String]
    /// What is wrong, for people
    public let msg: String
    /// Error type, such as string_too_short or int_parsing
    public let type: String

    public enum CodingKeys: String, CodingKey {
        case ctx = "ctx"
        case input = "input"
        case loc = "loc"
        case msg = "msg"
        case type = "type"
    }

    public init(ctx: [String: JSONAny]?, input: JSONAny, loc: [String], msg: String, type: String) {
        self.ctx = ctx
        self.input = input
        self.loc = loc
        self.msg = msg
        self.type = type
    }
}

// MARK: - Encode/decode helpers

public class JSONNull: Codable, Hashable {

    public static func == (lhs: JSONNull, rhs: JSONNull) -> Bool {
        return true
    }

    public var hashValue: Int {
        return 0
    }

    public func hash(into hasher: inout Hasher) {
        // No-op
    }

    public init() {}

    public required init(from decoder: Decoder) throws {
        let container = try decoder.singleValueContainer()
        if !container.decodeNil() {
            throw DecodingError.typeMismatch(JSONNull.self, DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "Wrong type for JSONNull"))
        }
    }

    public func encode(to encoder: Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encodeNil()
    }
}

class JSONCodingKey: CodingKey {
    let key: String

    required init?(intValue: Int) {
        return nil
    }

    required init?(stringValue: String) {
        key = stringValue
    }

    var intValue: Int? {
        return nil
    }

    var stringValue: String {
        return key
    }
}

public class JSONAny: Codable {

    public let value: Any

    static func decodingError(forCodingPath codingPath: [CodingKey]) -> DecodingError {
        let context = DecodingError.Context(codingPath: codingPath, debugDescription: "Cannot decode JSONAny")
        return DecodingError.typeMismatch(JSONAny.self, context)
    }

    static func encodingError(forValue value: Any, codingPath: [CodingKey]) -> EncodingError {
        let context = EncodingError.Context(codingPath: codingPath, debugDescription: "Cannot encode JSONAny")
        return EncodingError.invalidValue(value, context)
    }

    static func decode(from container: SingleValueDecodingContainer) throws -> Any {
        if let value = try? container.decode(Bool.self) {
            return value
        }
        if let value = try? container.decode(Int64.self) {
            return value
        }
        if let value = try? container.decode(Double.self) {
            return value
        }
        if let value = try? container.decode(String.self) {
            return value
        }
        if container.decodeNil() {
            return JSONNull()
        }
        throw decodingError(forCodingPath: container.codingPath)
    }

    static func decode(from container: inout UnkeyedDecodingContainer) throws -> Any {
        if let value = try? container.decode(Bool.self) {
            return value
        }
        if let value = try? container.decode(Int64.self) {
            return value
        }
        if let value = try? container.decode(Double.self) {
            return value
        }
        if let value = try? container.decode(String.self) {
            return value
        }
        if let value = try? container.decodeNil() {
            if value {
                return JSONNull()
            }
        }
        if var container = try? container.nestedUnkeyedContainer() {
            return try decodeArray(from: &container)
        }
        if var container = try? container.nestedContainer(keyedBy: JSONCodingKey.self) {
            return try decodeDictionary(from: &container)
        }
        throw decodingError(forCodingPath: container.codingPath)
    }

    static func decode(from container: inout KeyedDecodingContainer<JSONCodingKey>, forKey key: JSONCodingKey) throws -> Any {
        if let value = try? container.decode(Bool.self, forKey: key) {
            return value
        }
        if let value = try? container.decode(Int64.self, forKey: key) {
            return value
        }
        if let value = try? container.decode(Double.self, forKey: key) {
            return value
        }
        if let value = try? container.decode(String.self, forKey: key) {
            return value
        }
        if let value = try? container.decodeNil(forKey: key) {
            if value {
                return JSONNull()
            }
        }
        if var container = try? container.nestedUnkeyedContainer(forKey: key) {
            return try decodeArray(from: &container)
        }
        if var container = try? container.nestedContainer(keyedBy: JSONCodingKey.self, forKey: key) {
            return try decodeDictionary(from: &container)
        }
        throw decodingError(forCodingPath: container.codingPath)
    }

    static func decodeArray(from container: inout UnkeyedDecodingContainer) throws -> [Any] {
        var arr: [Any] = []
        while !container.isAtEnd {
            let value = try decode(from: &container)
            arr.append(value)
        }
        return arr
    }

    static func decodeDictionary(from container: inout KeyedDecodingContainer<JSONCodingKey>) throws -> [String: Any] {
        var dict = [String: Any]()
        for key in container.allKeys {
            let value = try decode(from: &container, forKey: key)
            dict[key.stringValue] = value
        }
        return dict
    }

    static func encode(to container: inout UnkeyedEncodingContainer, array: [Any]) throws {
        for value in array {
            if let value = value as? Bool {
                try container.encode(value)
            } else if let value = value as? Int64 {
                try container.encode(value)
            } else if let value = value as? Double {
                try container.encode(value)
            } else if let value = value as? String {
                try container.encode(value)
            } else if value is JSONNull {
                try container.encodeNil()
            } else if let value = value as? [Any] {
                var container = container.nestedUnkeyedContainer()
                try encode(to: &container, array: value)
            } else if let value = value as? [String: Any] {
                var container = container.nestedContainer(keyedBy: JSONCodingKey.self)
                try encode(to: &container, dictionary: value)
            } else {
                throw encodingError(forValue: value, codingPath: container.codingPath)
            }
        }
    }

    static func encode(to container: inout KeyedEncodingContainer<JSONCodingKey>, dictionary: [String: Any]) throws {
        for (key, value) in dictionary {
            let key = JSONCodingKey(stringValue: key)!
            if let value = value as? Bool {
                try container.encode(value, forKey: key)
            } else if let value = value as? Int64 {
                try container.encode(value, forKey: key)
            } else if let value = value as? Double {
                try container.encode(value, forKey: key)
            } else if let value = value as? String {
                try container.encode(value, forKey: key)
            } else if value is JSONNull {
                try container.encodeNil(forKey: key)
            } else if let value = value as? [Any] {
                var container = container.nestedUnkeyedContainer(forKey: key)
                try encode(to: &container, array: value)
            } else if let value = value as? [String: Any] {
                var container = container.nestedContainer(keyedBy: JSONCodingKey.self, forKey: key)
                try encode(to: &container, dictionary: value)
            } else {
                throw encodingError(forValue: value, codingPath: container.codingPath)
            }
        }
    }

    static func encode(to container: inout SingleValueEncodingContainer, value: Any) throws {
        if let value = value as? Bool {
            try container.encode(value)
        } else if let value = value as? Int64 {
            try container.encode(value)
        } else if let value = value as? Double {
            try container.encode(value)
        } else if let value = value as? String {
            try container.encode(value)
        } else if value is JSONNull {
            try container.encodeNil()
        } else {
            throw encodingError(forValue: value, codingPath: container.codingPath)
        }
    }

    public required init(from decoder: Decoder) throws {
        if var arrayContainer = try? decoder.unkeyedContainer() {
            self.value = try JSONAny.decodeArray(from: &arrayContainer)
        } else if var container = try? decoder.container(keyedBy: JSONCodingKey.self) {
            self.value = try JSONAny.decodeDictionary(from: &container)
        } else {
            let container = try decoder.singleValueContainer()
            self.value = try JSONAny.decode(from: container)
        }
    }

    public func encode(to encoder: Encoder) throws {
        if let arr = self.value as? [Any] {
            var container = encoder.unkeyedContainer()
            try JSONAny.encode(to: &container, array: arr)
        } else if let dict = self.value as? [String: Any] {
            var container = encoder.container(keyedBy: JSONCodingKey.self)
            try JSONAny.encode(to: &container, dictionary: dict)
        } else {
            var container = encoder.singleValueContainer()
            try JSONAny.encode(to: &container, value: self.value)
        }
    }
}
