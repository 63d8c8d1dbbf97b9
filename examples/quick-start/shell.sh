# Find a food and print the energy and protein in 250 g of it.
curl --fail --silent --get 'http://localhost:8080/search' \
  --data-urlencode 'q=whole milk' --data-urlencode 'limit=1' |
  jq --raw-output --argjson grams 250 '
    def portion: if . == null then "unknown" else . * $grams / 100 end;
    .[0] |
    "\(.name), \($grams) g",
    "energy: \(.calories_kcal | portion) kcal",
    "protein: \(.protein_g | portion) g"'
