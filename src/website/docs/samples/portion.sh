# What 30 g of a food hold: value × grams ÷ 100. What is unknown stays unknown.
curl --fail --silent 'http://localhost:8080/barcode/015887170128' |
  jq --raw-output --argjson grams 30 '
    def portion: if . == null then "unknown" else . * $grams / 100 * 10 | round / 10 end;
    "energy: \(.calories_kcal | portion) kcal",
    "protein: \(.protein_g | portion) g"'
