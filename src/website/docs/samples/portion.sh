# Nutrients in a 30 g portion: value × grams ÷ 100. Unknown values stay unknown.
curl --fail --silent 'http://localhost:8080/barcode/051500255162' |
  jq --raw-output --argjson grams 30 '
    def portion: if . == null then "unknown" else . * $grams / 100 * 10 | round / 10 end;
    "energy: \(.calories_kcal | portion) kcal",
    "protein: \(.protein_g | portion) g"'
