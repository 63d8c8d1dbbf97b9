// To parse this JSON data, do
//
//     final food = foodFromJson(jsonString);
//     final categoryCount = categoryCountFromJson(jsonString);
//     final suggestion = suggestionFromJson(jsonString);
//     final health = healthFromJson(jsonString);
//     final errorResponse = errorResponseFromJson(jsonString);
//     final validationErrorResponse = validationErrorResponseFromJson(jsonString);

import 'dart:convert';

Food foodFromJson(String str) => Food.fromJson(json.decode(str));

String foodToJson(Food data) => json.encode(data.toJson());

CategoryCount categoryCountFromJson(String str) => CategoryCount.fromJson(json.decode(str));

String categoryCountToJson(CategoryCount data) => json.encode(data.toJson());

Suggestion suggestionFromJson(String str) => Suggestion.fromJson(json.decode(str));

String suggestionToJson(Suggestion data) => json.encode(data.toJson());

Health healthFromJson(String str) => Health.fromJson(json.decode(str));

String healthToJson(Health data) => json.encode(data.toJson());

ErrorResponse errorResponseFromJson(String str) => ErrorResponse.fromJson(json.decode(str));

String errorResponseToJson(ErrorResponse data) => json.encode(data.toJson());

ValidationErrorResponse validationErrorResponseFromJson(String str) => ValidationErrorResponse.fromJson(json.decode(str));

String validationErrorResponseToJson(ValidationErrorResponse data) => json.encode(data.toJson());

class Food {
    
    ///EAN-13 (UPC-A with a leading zero) or EAN-8
    final String? barcode;
    
    ///Brand, when known
    final String? brand;
    
    ///Energy in kcal per 100 g; null is unknown, never zero
    final double? caloriesKcal;
    
    ///Carbohydrates in grams per 100 g; null is unknown, never zero
    final double? carbsG;
    
    ///Category name
    final String? category;
    
    ///Cholesterol in milligrams per 100 g; null is unknown, never zero
    final double? cholesterolMg;
    
    ///How far the data can be trusted
    final double confidence;
    
    ///Fat in grams per 100 g; null is unknown, never zero
    final double? fatG;
    
    ///Fibre in grams per 100 g; null is unknown, never zero
    final double? fiberG;
    
    ///Stable identifier
    final int id;
    
    ///Address of the small product image
    final String? imageThumbUrl;
    
    ///Address of the product image
    final String? imageUrl;
    
    ///Product name
    final String name;
    
    ///Potassium in milligrams per 100 g; null is unknown, never zero
    final double? potassiumMg;
    
    ///Protein in grams per 100 g; null is unknown, never zero
    final double? proteinG;
    
    ///Saturated fat in grams per 100 g; null is unknown, never zero
    final double? saturatedFatG;
    
    ///The serving in words, such as 1 slice
    final String? servingDesc;
    
    ///One serving in grams
    final double? servingSizeG;
    
    ///Sodium in milligrams per 100 g; null is unknown, never zero
    final double? sodiumMg;
    
    ///Where the data comes from: off, usda, bls, ciqual, cofid, swiss, community, ai_estimate;
    ///later versions may add others. ai_estimate is a labelled AI estimate
    final String source;
    
    ///Path of the food's page on the website
    final String? staticUrl;
    
    ///Sugar in grams per 100 g; null is unknown, never zero
    final double? sugarG;

    Food({
        required this.barcode,
        required this.brand,
        required this.caloriesKcal,
        required this.carbsG,
        required this.category,
        required this.cholesterolMg,
        required this.confidence,
        required this.fatG,
        required this.fiberG,
        required this.id,
        required this.imageThumbUrl,
        required this.imageUrl,
        required this.name,
        required this.potassiumMg,
        required this.proteinG,
        required this.saturatedFatG,
        required this.servingDesc,
        required this.servingSizeG,
        required this.sodiumMg,
        required this.source,
        required this.staticUrl,
        required this.sugarG,
    });

    factory Food.fromJson(Map<String, dynamic> json) => Food(
        barcode: json["barcode"],
        brand: json["brand"],
        caloriesKcal: json["calories_kcal"]?.toDouble(),
        carbsG: json["carbs_g"]?.toDouble(),
        category: json["category"],
        cholesterolMg: json["cholesterol_mg"]?.toDouble(),
        confidence: json["confidence"]?.toDouble(),
        fatG: json["fat_g"]?.toDouble(),
        fiberG: json["fiber_g"]?.toDouble(),
        id: json["id"],
        imageThumbUrl: json["image_thumb_url"],
        imageUrl: json["image_url"],
        name: json["name"],
        potassiumMg: json["potassium_mg"]?.toDouble(),
        proteinG: json["protein_g"]?.toDouble(),
        saturatedFatG: json["saturated_fat_g"]?.toDouble(),
        servingDesc: json["serving_desc"],
        servingSizeG: json["serving_size_g"]?.toDouble(),
        sodiumMg: json["sodium_mg"]?.toDouble(),
        source: json["source"],
        staticUrl: json["static_url"],
        sugarG: json["sugar_g"]?.toDouble(),
    );

    Map<String, dynamic> toJson() => {
        "barcode": barcode,
        "brand": brand,
        "calories_kcal": caloriesKcal,
        "carbs_g": carbsG,
        "category": category,
        "cholesterol_mg": cholesterolMg,
        "confidence": confidence,
        "fat_g": fatG,
        "fiber_g": fiberG,
        "id": id,
        "image_thumb_url": imageThumbUrl,
        "image_url": imageUrl,
        "name": name,
        "potassium_mg": potassiumMg,
        "protein_g": proteinG,
        "saturated_fat_g": saturatedFatG,
        "serving_desc": servingDesc,
        "serving_size_g": servingSizeG,
        "sodium_mg": sodiumMg,
        "source": source,
        "static_url": staticUrl,
        "sugar_g": sugarG,
    };
}

class CategoryCount {
    
    ///Category name
    final String category;
    
    ///Number of foods, including those of child categories
    final int count;

    CategoryCount({
        required this.category,
        required this.count,
    });

    factory CategoryCount.fromJson(Map<String, dynamic> json) => CategoryCount(
        category: json["category"],
        count: json["count"],
    );

    Map<String, dynamic> toJson() => {
        "category": category,
        "count": count,
    };
}

class Suggestion {
    
    ///The food that it names; null if it is not one food
    final int? foodId;
    
    ///To search for when it is chosen
    final String query;
    
    ///To show
    final String text;

    Suggestion({
        required this.foodId,
        required this.query,
        required this.text,
    });

    factory Suggestion.fromJson(Map<String, dynamic> json) => Suggestion(
        foodId: json["food_id"],
        query: json["query"],
        text: json["text"],
    );

    Map<String, dynamic> toJson() => {
        "food_id": foodId,
        "query": query,
        "text": text,
    };
}

class Health {
    
    ///Number of foods in the catalog
    final int foodsInDb;
    
    ///ok
    final String status;

    Health({
        required this.foodsInDb,
        required this.status,
    });

    factory Health.fromJson(Map<String, dynamic> json) => Health(
        foodsInDb: json["foods_in_db"],
        status: json["status"],
    );

    Map<String, dynamic> toJson() => {
        "foods_in_db": foodsInDb,
        "status": status,
    };
}

class ErrorResponse {
    
    ///What went wrong
    final String detail;

    ErrorResponse({
        required this.detail,
    });

    factory ErrorResponse.fromJson(Map<String, dynamic> json) => ErrorResponse(
        detail: json["detail"],
    );

    Map<String, dynamic> toJson() => {
        "detail": detail,
    };
}

class ValidationErrorResponse {
    final List<ValidationIssue> detail;

    ValidationErrorResponse({
        required this.detail,
    });

    factory ValidationErrorResponse.fromJson(Map<String, dynamic> json) => ValidationErrorResponse(
        detail: List<ValidationIssue>.from(json["detail"].map((x) => ValidationIssue.fromJson(x))),
    );

    Map<String, dynamic> toJson() => {
        "detail": List<dynamic>.from(detail.map((x) => x.toJson())),
    };
}

class ValidationIssue {
    
    ///What was expected, such as the minimum length: texts and numbers by name
    final Map<String, dynamic>? ctx;
    
    ///The value as sent: a string for parameters, any JSON for body fields, null when missing
    final dynamic input;
    
    ///path, query or body, then the name of the parameter or field
    final List<String> loc;
    
    ///What is wrong, for people
    final String msg;
    
    ///Error type, such as string_too_short or int_parsing
    final String type;

    ValidationIssue({
        this.ctx,
        required this.input,
        required this.loc,
        required this.msg,
        required this.type,
    });

    factory ValidationIssue.fromJson(Map<String, dynamic> json) => ValidationIssue(
        ctx: Map.from(json["ctx"]!).map((k, v) => MapEntry<String, dynamic>(k, v)),
        input: json["input"],
        loc: List<String>.from(json["loc"].map((x) => x)),
        msg: json["msg"],
        type: json["type"],
    );

    Map<String, dynamic> toJson() => {
        "ctx": Map.from(ctx!).map((k, v) => MapEntry<String, dynamic>(k, v)),
        "input": input,
        "loc": List<dynamic>.from(loc.map((x) => x)),
        "msg": msg,
        "type": type,
    };
}
